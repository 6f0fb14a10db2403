import type { projects } from '@portico/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { titled } from '../../app/titled.ts'
import { useOpen } from '../../app/use-open.ts'
import { Button } from '../../ui/Button.tsx'
import { dialogOnDemand } from '../../ui/dialog-on-demand.tsx'
import { Page } from '../../ui/Page.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { ProjectList } from './ProjectList.tsx'
import { projectList } from './projects.queries.ts'
import { SearchField } from './SearchField.tsx'
import { useListFilter } from './use-list-filter.ts'
import './ProjectsPage.css'

const CreateProject = dialogOnDemand(() => import('./CreateProject.tsx'))

export const meta = titled('Projects')

const choices = ['All', 'Pending', 'In Progress', 'Completed'] as const satisfies (
  | 'All'
  | projects.ProjectStatus
)[]

export default function ProjectsPage() {
  const { search, status, filter, change, clear } = useListFilter()
  const query = useInfiniteQuery(projectList(filter))
  const creating = useOpen('new-project')
  const narrowed = Object.keys(filter).length > 0
  const empty = !narrowed && query.data?.pages[0]?.answer.length === 0
  const create = (
    <Button look="primary" onClick={() => creating.open()}>
      + Create Project
    </Button>
  )

  return (
    <Page heading="Projects" actions={!empty && create}>
      <div className="filters">
        <SearchField sought={search} onSearch={(text) => change('search', text)} />
        <Segments
          label="Status"
          options={choices}
          value={status ?? 'All'}
          onChange={(choice) => change('status', choice === 'All' ? undefined : choice)}
        />
      </div>
      <ProjectList query={query} narrowed={narrowed} onClear={clear} begin={create} />
      {creating.isOpen && <CreateProject onClose={creating.close} />}
    </Page>
  )
}
