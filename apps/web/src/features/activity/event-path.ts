import type { activity } from '@portico/contract'
import type { Area } from '../../app/session.ts'

type LinkedEvent = activity.Event & Partial<Pick<activity.Notification, 'clientId'>>

/** Where the thing is that a line is about: of several uploads, the newest. `events` are those of one line, newest first. */
export function eventPath(events: readonly [LinkedEvent, ...LinkedEvent[]], area: Area) {
  const [{ projectId, clientId }] = events
  if (projectId === null) return `/clients/${clientId}`
  return projectPath(projectId, area) + (events.map(placeOnPage).find((place) => place !== '') ?? '')
}

export const projectPath = (projectId: string, area: Area) =>
  `${area === 'client' ? '/client-dashboard' : ''}/projects/${projectId}`

/** Empty where there is none, as for what was deleted. */
function placeOnPage({ kind, subject }: activity.Event) {
  if (kind === 'file_uploaded' || kind === 'version_uploaded')
    return subject.isDeleted ? '' : `#file-${subject.fileId}`
  if (kind === 'note_added' || kind === 'note_replied' || kind === 'note_settled')
    return `#file-${subject.fileId}`
  const isFeedback = kind === 'feedback_left' || kind === 'feedback_replied'
  return isFeedback && subject.message !== undefined ? `#feedback-${subject.feedbackId}` : ''
}
