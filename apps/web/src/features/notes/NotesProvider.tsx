import type { notes } from '@portico/contract'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSearchParams } from 'react-router'
import { useDraft } from '../../app/draft.ts'
import { areaOnScreen, isPreview } from '../../app/session.ts'
import type { Place, PlaceKind } from './listed-note.ts'
import { notePlaceDraft } from './note-drafts.ts'
import { leaveNoteKey, oneNote } from './notes.queries.ts'
import {
  focusContents,
  focusNewNote,
  NotesContext,
  type NotesOnScreen,
  type Pages,
} from './notes-on-screen.ts'

interface Props {
  file: NotesOnScreen['file']
  newest: NotesOnScreen['newest']
  placeKind: PlaceKind
  reader: string
  isReadOnly?: boolean
  children: ReactNode
}

export function NotesProvider({ file, newest, placeKind, reader, isReadOnly = false, children }: Props) {
  const area = areaOnScreen()
  const [filter, setFilter] = useState<notes.NoteFilter>({})
  const [pages, reportPages] = useState<Pages>()
  const [isPlacing, setPlacing] = useState(false)
  const [isComposing, setComposing] = useState(false)
  const [hasText, setHasText] = useState(false)
  const isSending = useIsMutating({ mutationKey: leaveNoteKey(file.id) }) > 0
  const player = useRef<HTMLMediaElement>(null)
  const { draft, change } = useDraft<{ place?: Place }>(notePlaceDraft(area, file.id), {})
  const [search, setSearch] = useSearchParams()
  const selectedId = search.get('note') ?? undefined
  const { data: selected } = useQuery({ ...oneNote(selectedId ?? ''), enabled: selectedId !== undefined })

  const select = useCallback(
    (id: string | undefined) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before)
          if (id) after.set('note', id)
          else after.delete('note')
          return after
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  )
  const place = isReadOnly ? undefined : draft.place
  const setPlace = (to: Place | undefined) => change(to ? { place: to } : () => ({ place: undefined }))

  function compose() {
    if (isPreview()) return
    // The field gets the focus at once, or iOS shows no keyboard.
    flushSync(() => setComposing(true))
    focusNewNote()
  }
  function clickOn(clicked: Place | undefined) {
    // Until a note is stored, its place is needed.
    if (isSending) return
    if (place && !hasText) {
      setPlace(undefined)
      setComposing(false)
      focusContents()
    } else if (clicked) {
      setPlace(clicked)
      if (selectedId) select(undefined)
      compose()
    }
  }
  const value: NotesOnScreen = {
    file,
    newest,
    area,
    isReadOnly,
    mayAdd: !isReadOnly && file.id === newest.id,
    mayClick: !isReadOnly && file.id === newest.id && !isPreview(),
    filter,
    changeFilter: (part) => setFilter((before) => ({ ...before, ...part })),
    selectedId,
    selected: selected?.id === selectedId ? selected : undefined,
    select,
    placeKind,
    pages,
    reportPages,
    place,
    setPlace,
    isPlacing: isPlacing && !isReadOnly,
    setPlacing,
    isComposing,
    compose,
    stopComposing: () => setComposing(false),
    hasText,
    setHasText,
    clickOn,
    reader,
    player,
  }
  return <NotesContext value={value}>{children}</NotesContext>
}
