import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ComponentProps, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ApiError } from '../../app/api.ts'
import { LOOKS_ONLY_TEXT } from '../../app/looks-only-text.ts'
import { useOnScreen } from '../../app/on-screen.ts'
import { useLooksOnly } from '../../app/session.ts'
import { useLoadedRows } from '../../app/use-loaded-rows.ts'
import { Button } from '../../ui/Button.tsx'
import { GroupedRows } from '../../ui/GroupedRows.tsx'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { LoadFailed, Loading, SkeletonRows } from '../../ui/States.tsx'
import { usePageKeys } from '../../ui/use-page-keys.ts'
import { ViewerIcon } from '../files/ViewerIcon.tsx'
import { DisabledInPreview } from '../preview/DisabledInPreview.tsx'
import { DeleteNoteDialog } from './DeleteNoteDialog.tsx'
import type { ListedNote } from './listed-note.ts'
import { NoteComposer } from './NoteComposer.tsx'
import { NoteFilters } from './NoteFilters.tsx'
import { NoteRow } from './NoteRow.tsx'
import { noteCounts, notesOf } from './notes.queries.ts'
import { type NotesOnScreen, noteRowId, useNotesOnScreen } from './notes-on-screen.ts'
import '../feedback/feedback.css'
import './notes.css'

/** No screen shows more rows at once. */
const INITIAL_ROW_COUNT = 12

/** The list of notes beside the file. It can do everything that pins can. */
export function NotesPanel(versions: Versions) {
  const onScreen = useNotesOnScreen()
  return onScreen && <Notes onScreen={onScreen} {...versions} />
}

interface Versions {
  /** All versions of the file, because the list has the notes on each. */
  versionIds: readonly string[]
}

function Notes({ onScreen, versionIds }: Versions & { onScreen: NotesOnScreen }) {
  const { file, filter, selected, selectedId, select, isReadOnly, mayAdd, isComposing, compose, hasText } =
    onScreen
  const query = useInfiniteQuery(notesOf(file.id, filter))
  const looksOnly = useLooksOnly()
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  useOnScreen(
    { projectId: file.project.id, fileId: file.id, versionIds },
    { isLoaded: query.isSuccess && !isFiltered },
  )
  const { data: counts } = useQuery(noteCounts(file.id))
  const addButton = useRef<HTMLButtonElement>(null)
  const loaded = useLoadedRows(query.data)
  // A selected note that is not loaded, or that the filter hides, is shown first.
  const isLoaded = loaded?.some(({ id }) => id === selectedId)
  const shown = loaded && selected && !isLoaded ? [selected, ...loaded] : loaded

  function step(by: 1 | -1) {
    if (!shown?.length) return false
    const now = shown.findIndex(({ id }) => id === selectedId)
    const next = shown[now === -1 ? 0 : Math.min(Math.max(now + by, 0), shown.length - 1)]
    if (next === shown.at(-1) && query.hasNextPage) query.fetchNextPage()
    select(next?.id)
  }
  function closeComposer() {
    // On a phone the field disappears with the focus in it.
    if (document.activeElement?.closest('.notes__compose')) addButton.current?.focus()
    onScreen.stopComposing()
  }
  usePageKeys({
    n: () => mayAdd && compose(),
    j: () => step(1),
    k: () => step(-1),
    escape: () => selectedId !== undefined && select(undefined),
  })

  return (
    <section className="notes" aria-label="Notes" data-composing={isComposing || undefined}>
      <header className="notes__head">
        <NoteFilters onScreen={onScreen} counts={counts} />
        {mayAdd && (
          <DisabledInPreview>
            <Button ref={addButton} look="quiet" size="sm" className="notes__add" onClick={compose}>
              <ViewerIcon name="plus" />
              {hasText ? 'Continue note' : 'Add note'}
            </Button>
          </DisabledInPreview>
        )}
      </header>
      <NoteList onScreen={onScreen} query={query} notes={shown} />
      {isReadOnly ? (
        <p className="notes__foot small soft">
          {looksOnly ? LOOKS_ONLY_TEXT : 'This project is archived. Everything can be read and downloaded.'}
        </p>
      ) : (
        <DisabledInPreview>
          <NoteComposer onScreen={onScreen} onClose={closeComposer} />
        </DisabledInPreview>
      )}
    </section>
  )
}

interface ListProps {
  onScreen: NotesOnScreen
  query: ComponentProps<typeof MoreRows>['query'] & { error: ApiError | null; refetch: () => unknown }
  notes: ListedNote[] | undefined
}

function NoteList({ onScreen, query, notes }: ListProps) {
  const { filter, selectedId, placeKind, isReadOnly } = onScreen
  const list = useRef<HTMLElement>(null)
  const [toDelete, setToDelete] = useState<ListedNote>()
  useKeepFocus(list, notes)

  // The dialog closes after its row is gone, or the focus would return to a button that is about to disappear.
  const isDeleted = toDelete !== undefined && !notes?.some(({ id }) => id === toDelete.id)
  useEffect(() => {
    if (isDeleted) setToDelete(undefined)
  }, [isDeleted])

  const isShown = notes?.some(({ id }) => id === selectedId)
  useEffect(() => {
    if (isShown && selectedId)
      document.getElementById(noteRowId(selectedId))?.scrollIntoView({ block: 'nearest' })
  }, [isShown, selectedId])

  if (!notes && query.error) {
    return (
      <div className="notes__scroll">
        <LoadFailed title="The notes did not load" error={query.error} onRetry={query.refetch} />
      </div>
    )
  }
  if (!notes) {
    return (
      <div className="notes__scroll">
        <Loading says="Loading notes...">
          <SkeletonRows count={3} />
        </Loading>
      </div>
    )
  }
  return (
    <div className="notes__scroll">
      {notes.length === 0 && (
        <p className="notes__empty soft">
          {Object.values(filter).some((value) => value !== undefined)
            ? 'No notes like this.'
            : isReadOnly
              ? 'No notes.'
              : `No notes yet. ${invitations[placeKind]}`}
        </p>
      )}
      <section ref={list} className="notes__lists" tabIndex={-1} aria-label="All notes">
        <GroupedRows rows={notes} className="notes__list" label="All notes" isOrdered rowHeight={128}>
          {(note, index) => (
            <NoteRow
              key={note.id}
              onScreen={onScreen}
              note={note}
              startsNear={index < INITIAL_ROW_COUNT}
              onDelete={setToDelete}
            />
          )}
        </GroupedRows>
      </section>
      <MoreRows query={query} />
      {toDelete && <DeleteNoteDialog note={toDelete} onClose={() => setToDelete(undefined)} />}
    </div>
  )
}

const invitations = {
  point: 'Press where something should change, or write here.',
  moment: 'Press on the picture at the moment that should change, or write here.',
  none: 'Say what should change.',
}

/** A note that leaves the list, such as a settled one, takes the focus with it. Then the one in its place gets the focus. */
function useKeepFocus(list: RefObject<HTMLElement | null>, notes: unknown) {
  /** The place of the note with the focus; -1 if none has it. */
  const place = useRef(-1)
  useEffect(() => {
    const watch = () => {
      place.current = rowsIn(list.current).findIndex((row) => row.contains(document.activeElement))
    }
    document.addEventListener('focusin', watch)
    return () => document.removeEventListener('focusin', watch)
  }, [list])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the notes change
  useLayoutEffect(() => {
    if (place.current === -1 || document.activeElement !== document.body) return
    const rows = rowsIn(list.current)
    const row = rows[place.current] ?? rows.at(-1)
    const next = row?.querySelector<HTMLElement>('button') ?? list.current
    next?.focus({ preventScroll: true })
  }, [notes, list])
}

const rowsIn = (list: HTMLElement | null) => [...(list?.querySelectorAll('.note') ?? [])]
