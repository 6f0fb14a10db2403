import type { teamNotes } from '@portico/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useOnScreen } from '../../app/on-screen.ts'
import { useHashTarget } from '../../app/use-hash-target.ts'
import { ShowOlder } from '../../ui/ShowOlder.tsx'
import { LoadFailed, Loading, SkeletonRows } from '../../ui/States.tsx'
import { SendingMessage } from '../feedback/FeedbackMessage.tsx'
import { useMessageForm } from '../feedback/use-message-form.ts'
import { DeleteTeamNoteDialog } from './DeleteTeamNoteDialog.tsx'
import { toMentionables } from './mention-text.ts'
import { TeamNoteComposer } from './TeamNoteComposer.tsx'
import { TeamNoteItem } from './TeamNoteItem.tsx'
import { type Place, teamNotesOf, toQuery, writeTeamNote } from './team-notes.queries.ts'
import '../feedback/feedback.css'

interface Props {
  place: Place
  shownIds: readonly string[]
  isReadOnly: boolean
  summary: teamNotes.Summary
  onClose: () => void
}

/** The open panel: the field for a new note, and the notes, newest first. */
export default function TeamNotesBody({ place, shownIds, isReadOnly, summary }: Props) {
  const query = useInfiniteQuery(teamNotesOf(place))
  const { data, error, refetch } = query
  const body = useRef<HTMLDivElement>(null)
  const people = useMemo(() => toMentionables(summary.mentionable), [summary.mentionable])
  const form = useMessageForm(`team-note.${place.id}`, writeTeamNote(place, people))
  const [toDelete, setToDelete] = useState<teamNotes.TeamNote>()
  useOnScreen(
    { teamNotes: toQuery(place), ids: shownIds, tag: summary.clientId },
    { isLoaded: query.isSuccess, within: body },
  )
  useHashTarget('team-note', query)

  const notes = data?.pages.flatMap(({ items }) => items)
  // The dialog closes after its row is gone, or the focus would return to a button that is about to disappear.
  const isDeleted = toDelete !== undefined && !notes?.some(({ id }) => id === toDelete.id)
  useEffect(() => {
    if (!isDeleted) return
    setToDelete(undefined)
    body.current?.focus()
  }, [isDeleted])

  return (
    <div ref={body} className="team-notes__body" tabIndex={-1}>
      {!isReadOnly && <TeamNoteComposer form={form} people={people} />}
      {!notes && error && <LoadFailed title="The team notes did not load" error={error} onRetry={refetch} />}
      {!notes && !error && (
        <Loading says="Loading team notes...">
          <SkeletonRows count={2} />
        </Loading>
      )}
      {notes?.length === 0 && !form.sending && (
        <p className="small soft">Nothing yet. What you write here stays between you and your colleagues.</p>
      )}
      {notes && (notes.length > 0 || form.sending) && (
        <ul className="team-notes__list" aria-label="Team notes">
          {form.sending && (
            <li className="feedback">
              <SendingMessage message={form.sending} />
            </li>
          )}
          {notes.map((note) => (
            <TeamNoteItem
              key={note.id}
              note={note}
              place={place}
              summary={summary}
              isReadOnly={isReadOnly}
              onDelete={() => setToDelete(note)}
            />
          ))}
        </ul>
      )}
      <ShowOlder query={query} look="quiet" />
      {toDelete && (
        <DeleteTeamNoteDialog place={place} note={toDelete} onClose={() => setToDelete(undefined)} />
      )}
    </div>
  )
}
