import { paths, type projects } from '@portico/contract'
import { memo, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { runWhenIdle } from '../../app/run-when-idle.ts'
import { StatusBadge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { formatDay } from '../../ui/dates.ts'
import { GroupedRows } from '../../ui/GroupedRows.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { useToday } from '../../ui/use-now.ts'
import { TurnLabel } from '../projects/TurnLabel.tsx'
import { turnSinceText, turnTextForFreelancer } from '../projects/turn-text.ts'
import { AlsoForYou, WaitingLinks } from '../projects/WaitingLinks.tsx'
import { waitingFor } from '../projects/waiting-text.ts'
import { ProjectRowSkeletons } from './ProjectSkeleton.tsx'
import type { Selection } from './use-selection.ts'
import '../../ui/Rows.css'

const loadDialog = () => import('./DeleteProjectDialog.tsx')
const DeleteProjectDialog = lazyDialog(loadDialog)

interface Props {
  projects: projects.Project[]
  selection?: Selection | undefined
  hasLabels?: boolean
}

export function ProjectRows({ projects, selection, hasLabels = true }: Props) {
  const [deleting, setDeleting] = useState<projects.Project>()
  // Loaded ahead, so that it opens without a network too.
  useEffect(() => runWhenIdle(() => void Promise.allSettled([loadDialog()])), [])
  // The dialog closes after the row has gone, so that focus does not return to a button that disappears.
  const isDeleted = deleting !== undefined && !projects.some(({ id }) => id === deleting.id)
  useEffect(() => {
    if (isDeleted) setDeleting(undefined)
  }, [isDeleted])

  return (
    <>
      <GroupedRows
        rows={projects}
        className="rows rows--cols project-rows"
        rowHeight={100}
        head={hasLabels && <Labels />}
      >
        {(project) => (
          <Row
            key={project.id}
            project={project}
            onDelete={setDeleting}
            isSelected={selection?.ids.has(project.id)}
            onToggle={selection?.toggle}
          />
        )}
      </GroupedRows>
      {deleting && (
        <DeleteProjectDialog
          project={deleting}
          success="Project deleted"
          onClose={() => setDeleting(undefined)}
        />
      )}
    </>
  )
}

function Labels() {
  return (
    <li className="rows__labels" aria-hidden="true">
      <span>Project</span>
      <span>Client</span>
      <span>Due</span>
      <span>Status</span>
      <span />
    </li>
  )
}

interface RowProps {
  project: projects.Project
  onDelete: (project: projects.Project) => void
  /** Undefined while nothing can be selected. */
  isSelected: boolean | undefined
  onToggle: ((id: string) => void) | undefined
}

/** Rendered again only when it changes itself: a list may have thousands of rows. */
const Row = memo(function Row({ project, onDelete, isSelected, onToggle }: RowProps) {
  const { id, title, description, status, archivedAt, Client } = project
  const { search } = useLocation()
  const client = `${Client.firstName} ${Client.lastName}`
  const place = { to: paths.freelancer.project(id), state: { list: search } }
  return (
    <li className="row" data-selected={isSelected || undefined}>
      <div className="span">
        {onToggle && (
          // Covers the row, so that a press anywhere selects it.
          <label className="row__select">
            <input
              type="checkbox"
              checked={isSelected === true}
              onChange={() => onToggle(id)}
              aria-label={`Select ${title}`}
            />
          </label>
        )}
        <div className="row__title cut" title={title}>
          {/* The button says the same to the keyboard. */}
          <Link {...place} tabIndex={-1}>
            {title}
          </Link>
        </div>
        <p className="row__sub clamp-2">{description}</p>
        <RowTurn project={project} />
      </div>
      <span className="small soft cut" title={client}>
        {client}
      </span>
      <Due {...project} />
      <span>
        <StatusBadge status={archivedAt ? 'Archived' : status} />
      </span>
      <div className="row__acts">
        <Link {...place} className="btn btn--secondary btn--sm" aria-label={`View ${title}`}>
          View
        </Link>
        <Button
          look="danger-quiet"
          size="sm"
          aria-label={`Delete ${title}`}
          onClick={() => onDelete(project)}
        >
          Delete
        </Button>
      </div>
    </li>
  )
})

function RowTurn({ project }: { project: projects.Project }) {
  const { id, turn, turnReason, timeZone, Client } = project
  const today = useToday(timeZone)
  if (!turn) return null
  const waiting = waitingFor('freelancer', project)
  const list = { projectId: id, waiting, other: Client.firstName }
  const isReason = turn === 'freelancer' && turnReason !== 'passed'
  return (
    <>
      <TurnLabel isMine={turn === 'freelancer'}>
        {turnTextForFreelancer(turn, Client.firstName)}, {turnSinceText(project, today)}
      </TurnLabel>
      {waiting.length > 0 && (
        <p className="small soft">{isReason ? <WaitingLinks {...list} /> : <AlsoForYou {...list} />}</p>
      )}
    </>
  )
}

function Due({ dueDate, overdue }: projects.Project) {
  if (!dueDate) return <span className="small muted num">No deadline</span>
  if (!overdue) return <span className="small soft num">{formatDay(dueDate)}</span>
  return (
    <span className="small late num">
      {formatDay(dueDate)}
      <br />
      Overdue
    </span>
  )
}

export function ProjectRowsSkeleton() {
  return (
    <ul className="rows rows--cols project-rows">
      <Labels />
      <ProjectRowSkeletons />
    </ul>
  )
}
