import type { activity } from '@portico/contract'

type NoteSubject = activity.Subject<'note_added'>

const NOTE_KINDS = new Set<activity.EventKind>(['note_added', 'note_replied', 'note_settled'])

/** The first note, if all events are about notes on one version of a file and the note still exists. */
export function firstNoteOfOneFile(events: readonly Pick<activity.Event, 'kind' | 'subject'>[]) {
  const subjects = events.map(({ kind, subject }) =>
    NOTE_KINDS.has(kind) ? (subject as NoteSubject) : undefined,
  )
  const [first] = subjects
  const isOneFile = subjects.every((subject) => subject?.fileId === first?.fileId)
  return isOneFile && first?.message !== undefined ? first : undefined
}
