import type { EventKind } from './events.ts'

/**
 * A part of the pages of a project that shows events: its head, the lists of files, feedback and requests, or a file’s own page. Team
 * notes are on the page of what they are about.
 */
export type EventPlace = 'project' | 'files' | 'feedback' | 'requests' | 'file' | 'team-notes'

/**
 * Where each kind of event is shown to the other side. It is read once one of its places has been on screen. What somebody wrote
 * about a file is on the page of that file only.
 */
export const eventPlaces: Readonly<Record<EventKind, readonly EventPlace[]>> = {
  client_joined: [],
  client_previewed: [],
  client_handed_over: [],
  lead_changed: [],
  project_created: ['project'],
  project_changed: ['project'],
  status_changed: ['project'],
  due_date_changed: ['project'],
  turn_passed: ['project'],
  file_uploaded: ['files', 'file'],
  version_uploaded: ['files', 'file'],
  file_deleted: ['files'],
  file_restored: ['files'],
  project_restored: ['project'],
  feedback_left: ['feedback'],
  feedback_replied: ['feedback'],
  note_added: ['file'],
  note_replied: ['file'],
  note_settled: ['file'],
  review_requested: ['files', 'file'],
  review_decided: ['file'],
  review_withdrawn: ['files', 'file'],
  decision_withdrawn: ['files', 'file'],
  request_added: ['requests'],
  request_answered: ['requests'],
  request_accepted: ['requests'],
  request_reopened: ['requests'],
  request_reminded: [],
  mentioned: ['team-notes'],
}

/** The kinds of events that one of these places shows. */
export const kindsShownAt = (places: readonly EventPlace[]) =>
  (Object.keys(eventPlaces) as EventKind[]).filter((kind) =>
    eventPlaces[kind].some((place) => places.includes(place)),
  )
