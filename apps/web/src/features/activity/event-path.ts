import { type activity, paths } from '@portico/contract'
import type { Area } from '../../app/session.ts'

type LinkedEvent = activity.Event & Partial<Pick<activity.Notification, 'clientId'>>

/**
 * The path of the thing that a row of the list is about; for several uploads, of the newest. `events` are newest
 * first.
 */
export function eventPath(events: readonly [LinkedEvent, ...LinkedEvent[]], area: Area) {
  const [event] = events
  if (event.kind === 'mentioned' && event.subject.message !== undefined)
    return paths.freelancer.teamNote(event.subject.about, event.subject.teamNoteId)
  if (event.projectId === null)
    return area === 'client' ? paths.client.home : paths.freelancer.client(event.clientId ?? '')
  return (
    requestPath(event, area) ??
    viewerPath(event, area) ??
    paths[area].project(event.projectId) + (events.map(placeOnPage).find((place) => place !== '') ?? '')
  )
}

/** Undefined for events that are not about a request. */
function requestPath({ projectId, subject }: LinkedEvent, area: Area) {
  if (projectId === null || !('requestId' in subject)) return
  return paths[area].request(projectId, subject.requestId)
}

/** The path of a version, note or review. Undefined for other events, and if it was deleted. */
function viewerPath({ kind, subject }: activity.Event, area: Area) {
  const pages = paths[area]
  if ('reviewId' in subject) {
    const isOne = (subject.count ?? 1) === 1
    return isOne ? pages.version(subject.fileId, subject.version) : pages.review(subject.reviewId)
  }
  if (kind === 'file_restored') return subject.isDeleted ? undefined : pages.file(subject.fileId)
  if (kind === 'version_uploaded')
    return subject.isDeleted ? undefined : pages.version(subject.fileId, subject.version)
  const isNote = kind === 'note_added' || kind === 'note_replied' || kind === 'note_settled'
  if (!isNote || subject.message === undefined) return
  return pages.note(subject.fileId, subject.noteId)
}

/** Empty without a quote, and for deleted messages. */
function placeOnPage({ kind, subject }: activity.Event) {
  if (kind === 'file_uploaded') return subject.isDeleted ? '' : `#file-${subject.fileId}`
  const isFeedback = kind === 'feedback_left' || kind === 'feedback_replied'
  return isFeedback && subject.message !== undefined ? `#feedback-${subject.feedbackId}` : ''
}
