import { plural, projects } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_ROWS_AT_ONCE, useLoadAllRows } from '../../app/use-load-all-rows.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { type BulkChange, changeSeveralProjects } from '../projects/bulk.queries.ts'
import type { ProjectListQuery } from './ProjectList.tsx'
import type { Selection } from './use-selection.ts'
import './SelectionBar.css'

const RefusedDialog = lazyDialog(() => import('./RefusedDialog.tsx'))
const BulkDueDateDialog = lazyDialog(() => import('./BulkDueDateDialog.tsx'))

interface Props {
  selection: Selection
  /** Those that have loaded. */
  listed: projects.Project[]
  query: ProjectListQuery
}

/** What can be done with the selected projects. */
export function SelectionBar({ selection, listed, query }: Props) {
  const { mutate, isPending } = useMutation(changeSeveralProjects)
  const [refused, setRefused] = useState<projects.BulkResult['refused']>()
  const [isDating, setDating] = useState(false)
  // Of what was filtered away meanwhile, nothing is changed.
  const selected = listed.filter(({ id }) => selection.ids.has(id))
  const isIdle = selected.length === 0
  const { isLoading, loadAll } = useLoadAllRows(query, (all) => selection.set(all.map(({ id }) => id)))
  const isFull = selected.length >= MAX_ROWS_AT_ONCE
  const areArchived = selected.length > 0 && selected.every(({ archivedAt }) => archivedAt !== null)

  function change(what: BulkChange) {
    mutate(
      { ids: selected.map(({ id }) => id), ...what },
      {
        onSuccess: (result) => {
          if (result.refused.length > 0) setRefused(result.refused)
          selection.set(result.refused.map(({ id }) => id))
        },
      },
    )
  }

  return (
    <section className="selection-bar" aria-label="Selected projects">
      <p role="status">
        {isLoading
          ? `${plural(listed.length, 'project')} loaded`
          : `${plural(selected.length, 'project')} selected${isFull ? ', the most at once' : ''}`}
      </p>
      <div className="selection-bar__acts">
        <Button size="sm" look="quiet" busy={isLoading} busyLabel="Loading..." onClick={loadAll}>
          {query.hasNextPage ? 'Select all that match' : `Select all ${listed.length}`}
        </Button>
        <label>
          <span className="vh">Set status</span>
          <select
            className="input"
            disabled={isIdle || isPending || areArchived}
            value=""
            onChange={({ target }) => change({ status: target.value as projects.ProjectStatus })}
          >
            <option value="" disabled>
              Set status
            </option>
            {projects.ProjectStatus.enum.map((status) => (
              <option key={status}>{status}</option>
            ))}
          </select>
        </label>
        <Button size="sm" disabled={isIdle || isPending || areArchived} onClick={() => setDating(true)}>
          Set due date
        </Button>
        <Button
          size="sm"
          disabled={isIdle && !isPending}
          busy={isPending}
          busyLabel="Changing..."
          onClick={() => change({ archived: !areArchived })}
        >
          {areArchived ? 'Bring back' : 'Archive'}
        </Button>
        <Button size="sm" look="quiet" onClick={selection.end}>
          Done
        </Button>
      </div>
      {isDating && (
        <BulkDueDateDialog
          count={selected.length}
          onChoose={(dueDate) => {
            setDating(false)
            change({ dueDate })
          }}
          onClose={() => setDating(false)}
        />
      )}
      {refused && <RefusedDialog refused={refused} listed={listed} onClose={() => setRefused(undefined)} />}
    </section>
  )
}
