import type { notes } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useDraft } from '../../app/draft.ts'
import { areaOnScreen } from '../../app/session.ts'
import type { Place, PlaceKind } from './listed-note.ts'
import { notePlaceDraft } from './note-drafts.ts'
import { oneNote } from './notes.queries.ts'
import { NotesContext, type NotesOnScreen, type Pages } from './notes-on-screen.ts'

interface Props {
  file: NotesOnScreen['file']
  newest: NotesOnScreen['newest']
  placeKind: PlaceKind
  isReadOnly?: boolean
  children: ReactNode
}

export function NotesProvider({ file, newest, placeKind, isReadOnly = false, children }: Props) {
  const area = areaOnScreen()
  const [filter, setFilter] = useState<notes.NoteFilter>({})
  const [pages, reportPages] = useState<Pages>()
  const [isPlacing, setPlacing] = useState(false)
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
  const value: NotesOnScreen = {
    file,
    newest,
    area,
    isReadOnly,
    filter,
    changeFilter: (part) => setFilter((before) => ({ ...before, ...part })),
    selectedId,
    selected: selected?.id === selectedId ? selected : undefined,
    select,
    placeKind,
    pages,
    reportPages,
    place: isReadOnly ? undefined : draft.place,
    setPlace: (place) => change(place ? { place } : () => ({ place: undefined })),
    isPlacing: isPlacing && !isReadOnly,
    setPlacing,
    player,
  }
  return <NotesContext value={value}>{children}</NotesContext>
}
