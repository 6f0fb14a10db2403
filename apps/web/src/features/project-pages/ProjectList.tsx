import { paths, plural, type projects } from '@portico/contract'
import { type InfiniteData, type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ApiError, Page } from '../../app/api.ts'
import { useLoadedRows } from '../../app/use-loaded-rows.ts'
import { Button } from '../../ui/Button.tsx'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { EmptyState, LoadFailed, Loading } from '../../ui/States.tsx'
import { useToday } from '../../ui/use-now.ts'
import { dashboardSummary } from '../accounts/dashboard.queries.ts'
import type { MineState } from '../accounts/use-mine.ts'
import { groupByDeadline } from './due-groups.ts'
import { ProjectRows, ProjectRowsSkeleton } from './ProjectRows.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import type { Selection } from './use-selection.ts'
import './ProjectsPage.css'

export type ProjectListQuery = UseInfiniteQueryResult<InfiniteData<Page<projects.Project[]>>, ApiError>

interface Props {
  query: ProjectListQuery
  whose: MineState
  /** Whether a search or a filter narrows the list. */
  narrowed: boolean
  onClear: () => void
  /** The button for the first project. */
  begin: ReactNode
  /** In groups by how soon they are due. */
  isByDeadline: boolean
  selection: Selection | undefined
}

export function ProjectList({ query, whose, narrowed, onClear, begin, isByDeadline, selection }: Props) {
  const { data, error, refetch, isPlaceholderData } = query
  const rows = useLoadedRows(data)

  if (!rows && error) return <LoadFailed title="Your projects did not load" error={error} onRetry={refetch} />
  if (!rows || !whose.isKnown) {
    return (
      <Loading says="Loading projects...">
        <ProjectRowsSkeleton />
      </Loading>
    )
  }

  return (
    <div className="project-list" aria-busy={isPlaceholderData}>
      {/* A screen reader announces what a search has found. */}
      <div role="status">
        {rows.length === 0 ? (
          <EmptyList whose={whose} narrowed={narrowed} onClear={onClear} begin={begin} />
        ) : (
          <p className="vh">{isPlaceholderData ? '' : countText(rows.length, query.hasNextPage)}</p>
        )}
      </div>
      {selection && <SelectionBar selection={selection} listed={rows} query={query} />}
      {rows.length > 0 && isByDeadline && <Deadlines projects={rows} selection={selection} />}
      {rows.length > 0 && !isByDeadline && <ProjectRows projects={rows} selection={selection} />}
      <MoreRows query={query} />
    </div>
  )
}

function Deadlines({
  projects,
  selection,
}: {
  projects: projects.Project[]
  selection: Selection | undefined
}) {
  const today = useToday(projects[0]?.timeZone ?? 'UTC')
  return groupByDeadline(projects, today).map(({ title, projects: due }, index) => (
    <section key={title} className="deadlines" aria-label={title}>
      <h2 className={title === 'Overdue' ? 'late' : undefined}>{title}</h2>
      <ProjectRows projects={due} selection={selection} hasLabels={index === 0} />
    </section>
  ))
}

type EmptyProps = Pick<Props, 'whose' | 'narrowed' | 'onClear' | 'begin'>

function EmptyList({ whose, narrowed, onClear, begin }: EmptyProps) {
  if (whose.mine && !narrowed) {
    return (
      <EmptyState
        title="Your own clients have no projects."
        drawing="shelf"
        action={<Button onClick={() => whose.choose(false)}>Show all projects</Button>}
      >
        These are the clients that you work with. Your colleagues may have more.
      </EmptyState>
    )
  }
  const clear = <Button onClick={onClear}>Clear search and filters</Button>
  return (
    <EmptyState title="No projects match your criteria." drawing="shelf" action={narrowed ? clear : begin}>
      {narrowed ? 'Clear the search and the filters to see all of them.' : <NoProjects />}
    </EmptyState>
  )
}

function NoProjects() {
  const { data: summary } = useQuery(dashboardSummary)
  if (!summary?.hasArchivedProjects)
    return 'You have no projects yet. A project is made for a client, who sees it as soon as it is there.'
  return (
    <>
      All your projects are{' '}
      <Link className="link" to={paths.freelancer.archivedProjects}>
        archived
      </Link>
      .
    </>
  )
}

function countText(count: number, more: boolean) {
  if (more) return `The first ${count} projects`
  return plural(count, 'project')
}
