import { paths, type projects } from '@portico/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { useRestorableOpen } from '../../app/use-restorable-open.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Page } from '../../ui/Page.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { projectList } from '../projects/projects.queries.ts'
import { ProjectList } from './ProjectList.tsx'
import { useProjectFilter } from './use-project-filter.ts'
import './ProjectsPage.css'

const CreateProject = lazyDialog(() => import('../projects/CreateProject.tsx'))

export const meta = privatePageMeta('Projects')

/** All other filters leave out archived projects. */
const choices = ['All', 'Pending', 'In Progress', 'Completed', 'Archived'] as const satisfies (
  | 'All'
  | 'Archived'
  | projects.ProjectStatus
)[]

export default function ProjectsPage() {
  const { search, status, archived, turn, sort, filter, change, clear } = useProjectFilter()
  const query = useInfiniteQuery(projectList(filter))
  const creating = useRestorableOpen('new-project')
  const narrowed = Object.keys(filter).length > 0
  const empty = !narrowed && query.data?.pages[0]?.items.length === 0
  const create = (
    <Button look="primary" onClick={() => creating.open()}>
      + Create Project
    </Button>
  )

  return (
    <Page heading="Projects" actions={!empty && create}>
      <div className="filters">
        <SearchField
          label="Search by title"
          placeholder="Search by title"
          className="filters__search"
          value={search}
          onSearch={(text) => change({ search: text })}
        />
        <Segments
          label="Status"
          options={choices}
          value={archived ? 'Archived' : (status ?? 'All')}
          onChange={(choice) =>
            change({
              status: choice === 'All' || choice === 'Archived' ? undefined : choice,
              archived: choice === 'Archived' ? 'true' : undefined,
            })
          }
        />
        <label className="filters__turn">
          <span className="vh">Whose turn</span>
          <select
            className="input"
            value={turn ?? ''}
            onChange={(event) => change({ turn: event.target.value })}
          >
            <option value="">Anybody’s turn</option>
            <option value="freelancer">Your turn</option>
            <option value="client">Waiting for clients</option>
            <option value="none">Nobody’s turn</option>
          </select>
        </label>
        <label className="filters__turn">
          <span className="vh">Order</span>
          <select
            className="input"
            value={sort ?? ''}
            onChange={(event) => change({ sort: event.target.value })}
          >
            <option value="">Newest first</option>
            <option value="turn">Longest turn first</option>
          </select>
        </label>
      </div>
      <ProjectList query={query} narrowed={narrowed} onClear={clear} begin={create} />
      <p className="small projects__bin">
        <Link className="link" to={paths.freelancer.bin}>
          Deleted projects and files
        </Link>
      </p>
      {creating.isOpen && <CreateProject onClose={creating.close} />}
    </Page>
  )
}
