import type { feedback } from '@portico/contract'

/** Feedback as the API answers it. */
export function someFeedback(part: Partial<feedback.Feedback> = {}): feedback.Feedback {
  return {
    id: 'fb1',
    projectId: 'p1',
    message: 'The blue one, please.',
    createdAt: '2026-11-20T10:00:00.000Z',
    editedAt: null,
    editableSeconds: 0,
    replies: [],
    Client: { id: 'c1', firstName: 'Maya', lastName: 'Whitcombe' },
    ...part,
  }
}
