import type { teamNotes } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '../../ui/Icon.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { type Place, summaryOf } from './team-notes.queries.ts'
import './team-notes.css'

const TeamNotesBody = lazyDialog(() => import('./TeamNotesBody.tsx'))

interface Props {
  place: Place
  /** Of a file, all of its versions. */
  versionIds?: readonly string[]
  /** It is archived. */
  isReadOnly: boolean
}

/** Whether they were open on the last page of this kind. */
const wasOpen: Partial<Record<Place['kind'], boolean>> = {}

/**
 * What members write to each other about a client, a project or a file. Who works alone never sees it, nor does anybody in the
 * client's area. A page loads it when the browser is idle.
 */
export default function TeamNotes(props: Props) {
  const { data: summary } = useQuery(summaryOf(props.place))
  if (!summary?.isOffered || (props.isReadOnly && summary.total === 0)) return null
  return <TeamNotesPanel {...props} summary={summary} />
}

function TeamNotesPanel({
  place,
  versionIds = [place.id],
  isReadOnly,
  summary,
}: Props & { summary: teamNotes.Summary }) {
  const { hash } = useLocation()
  const bodyId = useId()
  const isNamed = hash.startsWith('#team-note-')
  const [isOpen, setOpen] = useState(isNamed || wasOpen[place.kind] === true)
  useEffect(() => {
    if (isNamed) setOpen(true)
  }, [isNamed])
  useEffect(() => {
    wasOpen[place.kind] = isOpen
  }, [place.kind, isOpen])
  return (
    // What is printed is handed on.
    <section className="team-notes" aria-labelledby={`${bodyId}-title`} data-no-print>
      <h2>
        <button
          type="button"
          className="team-notes__toggle"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="people" small />
          <span>
            <span className="team-notes__title" id={`${bodyId}-title`}>
              Team notes {summary.total > 0 && <span className="num muted">{summary.total}</span>}
            </span>
            <span className="team-notes__who">Only your team sees this</span>
          </span>
          <Icon name="down" small />
        </button>
      </h2>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen && (
          <TeamNotesBody
            key={place.id}
            place={place}
            shownIds={versionIds}
            isReadOnly={isReadOnly}
            summary={summary}
            onClose={() => setOpen(false)}
          />
        )}
      </div>
    </section>
  )
}
