import { paths } from '@portico/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { useRestorableOpen } from '../../app/use-restorable-open.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Page } from '../../ui/Page.tsx'
import { projectList } from '../projects/projects.queries.ts'
import { ProjectFilters } from './ProjectFilters.tsx'
import { ProjectList } from './ProjectList.tsx'
import { useProjectFilter } from './use-project-filter.ts'
import './ProjectsPage.css'

const CreateProject = lazyDialog(() => import('../projects/CreateProject.tsx'))

export const meta = privatePageMeta('Projects')

export default function ProjectsPage() {
  const filters = useProjectFilter()
  const query = useInfiniteQuery(projectList(filters.filter))
  const creating = useRestorableOpen('new-project')
  const narrowed = Object.keys(filters.narrowing).length > 0
  const empty = !narrowed && query.data?.pages[0]?.items.length === 0
  const create = (
    <Button look="primary" onClick={() => creating.open()}>
      + Create Project
    </Button>
  )

  return (
    <Page heading="Projects" actions={!empty && create}>
      <ProjectFilters state={filters} />
      <ProjectList query={query} narrowed={narrowed} onClear={filters.clear} begin={create} />
      <p className="small projects__bin">
        <Link className="link" to={paths.freelancer.bin}>
          Deleted projects and files
        </Link>
      </p>
      {creating.isOpen && <CreateProject onClose={creating.close} />}
    </Page>
  )
}
