import type { activity } from '@portico/contract'
import type { Area } from '../../app/session.ts'

type LinkedEvent = activity.Event & Partial<Pick<activity.Notification, 'clientId'>>

/** The address of what one line of the list is about; of several uploads, the newest. `events` are newest first. */
export function eventPath(events: readonly [LinkedEvent, ...LinkedEvent[]], area: Area) {
  const [event] = events
  if (event.projectId === null) return `/clients/${event.clientId}`
  return (
    requestPath(event, area) ??
    viewerPath(event, area) ??
    projectPath(event.projectId, area) + (events.map(placeOnPage).find((place) => place !== '') ?? '')
  )
}

export const projectPath = (projectId: string, area: Area) =>
  `${area === 'client' ? '/client-dashboard' : ''}/projects/${projectId}`

/** Undefined for events that are not about a request. */
function requestPath({ projectId, subject }: LinkedEvent, area: Area) {
  if (projectId === null || !('requestId' in subject)) return
  return `${projectPath(projectId, area)}/requests#request-${subject.requestId}`
}

/** For a version, note or review. Undefined for other events, and for what was deleted. */
function viewerPath({ kind, subject }: activity.Event, area: Area) {
  const filePath = (id: string | undefined) => `${area === 'client' ? '/client-dashboard' : ''}/files/${id}`
  if ('reviewId' in subject) return filePath(subject.fileId)
  if (kind === 'version_uploaded') return subject.isDeleted ? undefined : filePath(subject.fileId)
  const isNote = kind === 'note_added' || kind === 'note_replied' || kind === 'note_settled'
  if (!isNote || subject.message === undefined) return
  return `${filePath(subject.fileId)}?note=${subject.noteId}`
}

/** Empty where there is none, as for what was deleted. */
function placeOnPage({ kind, subject }: activity.Event) {
  if (kind === 'file_uploaded') return subject.isDeleted ? '' : `#file-${subject.fileId}`
  const isFeedback = kind === 'feedback_left' || kind === 'feedback_replied'
  return isFeedback && subject.message !== undefined ? `#feedback-${subject.feedbackId}` : ''
}
