import type { projects } from '@portico/contract'

/** A project as the API answers it. */
export function aProject(part: Partial<projects.Project> = {}): projects.Project {
  return {
    id: 'p1',
    title: 'Spring menu',
    description: 'Two sizes, allergen marks.',
    status: 'In Progress',
    dueDate: null,
    completion: null,
    overdue: false,
    timeZone: 'UTC',
    createdAt: '2026-09-02T10:14:00.000Z',
    archivedAt: null,
    turn: null,
    turnReason: null,
    turnSince: null,
    turnNote: null,
    waiting: [],
    Client: { id: 'c1', firstName: 'Maya', lastName: 'Whitcombe', email: 'maya@bakery.example' },
    ...part,
  }
}
