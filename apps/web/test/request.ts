import type { guestLinks, requests } from '@portico/contract'

/** A request as the API answers it. */
export function aRequest(part: Partial<requests.Request> = {}): requests.Request {
  return {
    id: 'r1',
    projectId: 'p1',
    title: 'Photo of the shopfront',
    details: null,
    kind: 'file',
    dueDate: null,
    overdue: false,
    position: 1,
    state: 'open',
    stateSince: '2026-11-15T09:30:00.000Z',
    sentBack: false,
    reason: null,
    createdAt: '2026-11-15T09:30:00.000Z',
    remindedAt: null,
    answers: [],
    files: [],
    stagedFiles: [],
    ...part,
    stagedCount: part.stagedFiles?.length ?? part.stagedCount ?? 0,
  }
}

export function anAnswer(part: Partial<requests.Answer> = {}): requests.Answer {
  return {
    id: 'an1',
    text: 'Eight to six.\nSunday closed.',
    unable: null,
    comment: null,
    author: 'Maya Whitcombe',
    authorType: 'Client',
    answeredAt: '2026-11-16T09:30:00.000Z',
    ...part,
  }
}

export function anAnswerFile(part: Partial<requests.AnswerFile> = {}): requests.AnswerFile {
  return {
    id: 'f1',
    fileName: 'shopfront.jpg',
    size: 1_024,
    contentType: 'image/jpeg',
    thumbnailUrl: null,
    author: 'Maya Whitcombe',
    authorType: 'Client',
    createdAt: '2026-11-16T09:30:00.000Z',
    review: null,
    ...part,
  }
}

export const someReminders = (part: Partial<requests.Reminders> = {}): requests.Reminders => ({
  on: true,
  lastAt: null,
  nextAt: null,
  blockedBy: null,
  ...part,
})

export const aLinkOfProject = (part: Partial<guestLinks.LinkOfProject> = {}): guestLinks.LinkOfProject => ({
  id: 'l1',
  note: null,
  mailedTo: null,
  madeBy: 'client',
  maker: 'Maya',
  makerId: 'c1',
  createdAt: '2026-11-15T09:30:00.000Z',
  expiresAt: '2026-12-15T09:30:00.000Z',
  worksUntil: '2026-12-15',
  uses: 0,
  lastUsedAt: null,
  request: { id: 'r2', title: 'Hours' },
  ...part,
})
