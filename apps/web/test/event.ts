import type { activity } from '@portico/contract'

const maya = { type: 'client', name: 'Maya Whitcombe', isYou: false } as const

/** Feedback by Maya, as the API answers it. */
export function anEvent(part: Partial<activity.Event> = {}) {
  return {
    id: 'e1',
    kind: 'feedback_left',
    subject: { feedbackId: 'fb1', message: 'Lovely.' },
    actor: maya,
    createdAt: '2026-11-20T09:30:00.000Z',
    projectId: 'p1',
    ...part,
  } as activity.Event
}

export function aNotification(part: Partial<activity.Notification> = {}) {
  return {
    ...anEvent(),
    clientId: 'c1',
    projectTitle: 'Spring menu',
    read: false,
    ...part,
  } as activity.Notification
}

/** An upload by Maya at a time of 20 November. */
export const anUpload = (id: string, time: string, { isDeleted }: { isDeleted?: true } = {}) =>
  aNotification({
    id,
    kind: 'file_uploaded',
    subject: { fileId: `f${id}`, fileName: `menu-${id}.pdf`, ...(isDeleted && { isDeleted }) },
    createdAt: `2026-11-20T${time}:00.000Z`,
  })
