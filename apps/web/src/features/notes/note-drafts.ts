import { moveDraft } from '../../app/draft.ts'
import { type Area, areaOnScreen } from '../../app/session.ts'

/** The names of the drafts of a new note: its text, and where it points to. */
export const noteTextDraft = (area: Area, fileId: string) => `${prefix(area)}note.${fileId}`
export const notePlaceDraft = (area: Area, fileId: string) => `${prefix(area)}note-place.${fileId}`

const prefix = (area: Area) => (area === 'client' ? 'client.' : '')

/** Moves the draft of a note from one version to another. */
export function moveUnsentNote(from: string, to: string) {
  for (const draft of [noteTextDraft, notePlaceDraft])
    moveDraft(draft(areaOnScreen(), from), draft(areaOnScreen(), to))
}
