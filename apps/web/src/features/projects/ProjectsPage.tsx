import type { projects } from '@portico/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { titled } from '../../app/titled.ts'
import { Button } from '../../ui/Button.tsx'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { Page } from '../../ui/Page.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { Blank, Failed, Loading } from '../../ui/States.tsx'
import { ProjectRows, ProjectsComing } from './ProjectRows.tsx'
import { projectList } from './projects.queries.ts'
import { SearchField } from './SearchField.tsx'
import { useListFilter } from './use-list-filter.ts'
import './ProjectsPage.css'

export const meta = titled('Projects')

const choices = ['All', 'Pending', 'In Progress', 'Completed'] as const satisfies (
  | 'All'
  | projects.ProjectStatus
)[]

export default function ProjectsPage() {
  const { search, status, change } = useListFilter()
  return (
    <Page heading="Projects">
      <div className="filters">
        <SearchField sought={search} onSearch={(text) => change('search', text)} />
        <Segments
          label="Status"
          options={choices}
          value={status ?? 'All'}
          onChange={(choice) => change('status', choice === 'All' ? undefined : choice)}
        />
      </div>
      <ProjectList />
    </Page>
  )
}

function ProjectList() {
  const { filter, clear } = useListFilter()
  const query = useInfiniteQuery(projectList(filter))
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
  const narrowed = Object.keys(filter).length > 0
  return (
    <div className="project-list" aria-busy={isPlaceholderData}>
      {/* Those who listen hear what a search has found; of an empty list the same, with or without one. */}
      <div role="status">
        {rows.length === 0 && narrowed ? (
          <NothingFound onClear={clear} />
        ) : (
          <p className="vh">{isPlaceholderData ? '' : counted(rows.length, query.hasNextPage)}</p>
        )}
      </div>
      {rows.length > 0 && <ProjectRows projects={rows} />}
      {rows.length === 0 && !narrowed && <NoneYet />}
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

function NoneYet() {
  return (
    <Blank
      title="You have no projects yet."
      drawing="shelf"
      action={
        <Link className="btn btn--primary" to="/clients">
          Go to Clients
        </Link>
      }
    >
      A project is made for a client, who sees it as soon as it is there.
    </Blank>
  )
}

function counted(count: number, more: boolean) {
  if (count === 0) return 'No projects match your criteria.'
  if (more) return `The first ${count} projects`
  return count === 1 ? '1 project' : `${count} projects`
}
