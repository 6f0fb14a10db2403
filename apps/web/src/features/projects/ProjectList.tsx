import type { projects } from '@portico/contract'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError, Page } from '../../app/api.ts'
import { Button } from '../../ui/Button.tsx'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { Blank, Failed, Loading } from '../../ui/States.tsx'
import { ProjectRows, ProjectsComing } from './ProjectRows.tsx'
import './ProjectsPage.css'

interface Props {
  query: UseInfiniteQueryResult<InfiniteData<Page<projects.Project[]>>, ApiError>
  /** Whether a search or a status holds some of them back, and how to let them all in again. */
  narrowed: boolean
  onClear: () => void
  /** What there is to do before the first project. */
  begin: ReactNode
}

export function ProjectList({ query, narrowed, onClear, begin }: Props) {
  const { data, error, refetch, isPlaceholderData } = query

  if (!data && error) return <Failed title="Your projects did not load" error={error} onRetry={refetch} />
  if (!data) {
    return (
      <Loading says="Loading projects...">
        <ProjectsComing />
      </Loading>
    )
  }

  const rows = data.pages.flatMap(({ answer }) => answer)
  return (
    <div className="project-list" aria-busy={isPlaceholderData}>
      {/* Those who listen hear what a search has found; of an empty list the same, with or without one. */}
      <div role="status">
        {rows.length === 0 && narrowed ? (
          <NothingFound onClear={onClear} />
        ) : (
          <p className="vh">{isPlaceholderData ? '' : counted(rows.length, query.hasNextPage)}</p>
        )}
      </div>
      {rows.length > 0 && <ProjectRows projects={rows} />}
      {rows.length === 0 && !narrowed && (
        <Blank title="You have no projects yet." drawing="shelf" action={begin}>
          A project is made for a client, who sees it as soon as it is there.
        </Blank>
      )}
      <MoreRows query={query} />
    </div>
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <Blank
      title="No projects match your criteria."
      drawing="shelf"
      action={<Button onClick={onClear}>Clear search and status</Button>}
    >
      Clear the search or choose All.
    </Blank>
  )
}

function counted(count: number, more: boolean) {
  if (count === 0) return 'No projects match your criteria.'
  if (more) return `The first ${count} projects`
  return count === 1 ? '1 project' : `${count} projects`
}
