import type { files, notes } from '@portico/contract'
import { createContext, type RefObject, useContext, useEffect } from 'react'
import type { Area } from '../../app/session.ts'
import type { ListedNote, Place, PlaceKind } from './listed-note.ts'

export interface Pages {
  number: number
  count: number
}

/** The state that the list of notes and the pins share. */
export interface NotesOnScreen {
  file: files.FileInProject
  /** The version on which new notes are written. */
  newest: Pick<files.File, 'id' | 'version'>
  area: Area
  /** The project is archived. */
  isReadOnly: boolean
  /** Whether new notes can be written on the version on screen. */
  mayAdd: boolean
  /** Whether a click on the contents opens one: not in a preview. */
  mayClick: boolean
  filter: notes.NoteFilter
  changeFilter: (part: notes.NoteFilter) => void
  /** The note that the address names. It may not be loaded yet, or be deleted. */
  selectedId: string | undefined
  selected: ListedNote | undefined
  select: (id: string | undefined) => void
  placeKind: PlaceKind
  /** Of a PDF: the page on screen, and how many there are. */
  pages: Pages | undefined
  reportPages: (pages: Pages) => void
  /** Of the note that is being written. */
  place: Place | undefined
  setPlace: (place: Place | undefined) => void
  isPlacing: boolean
  setPlacing: (isPlacing: boolean) => void
  /** Whether a new note is being written. On a phone its field is hidden until then. */
  isComposing: boolean
  compose: () => void
  stopComposing: () => void
  /** Whether a new note has text that has not been sent. */
  hasText: boolean
  setHasText: (hasText: boolean) => void
  /** Opens a new note at a place that was clicked, or takes away one without text. */
  clickOn: (place: Place | undefined) => void
  /** The first name of the one who reads what is written here. */
  reader: string
  player: RefObject<HTMLMediaElement | null>
}

export const NotesContext = createContext<NotesOnScreen | undefined>(undefined)

/** Undefined if a file is shown without its notes. */
export const useNotesOnScreen = () => useContext(NotesContext)

/** Reports which page of a PDF is on screen, and turns to the page of the selected note. */
export function usePagesOfNotes({ number, count }: Pages, turnTo: (page: number) => void) {
  const { reportPages, selected } = useNotesOnScreen() ?? {}
  useEffect(() => reportPages?.({ number, count }), [reportPages, number, count])
  const [id, page] = [selected?.id, selected?.page]
  // biome-ignore lint/correctness/useExhaustiveDependencies: turns once, when another note is selected
  useEffect(() => {
    if (id && page && page <= count) turnTo(page)
  }, [id, page, count])
}

export const NEW_NOTE_ID = 'new-note'
export const noteRowId = (id: string) => `note-${id}`

/** Moves to the field for a new note. */
export function focusNewNote() {
  document.getElementById(NEW_NOTE_ID)?.focus()
}

/** Moves to the contents, where single keys work. */
export function focusContents() {
  document.querySelector<HTMLElement>('.stage__page, .stage__player')?.focus({ preventScroll: true })
}
