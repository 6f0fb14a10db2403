import { paths } from '@portico/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { useRestorableOpen } from '../../app/use-restorable-open.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Page } from '../../ui/Page.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { MineSwitch } from '../accounts/MineSwitch.tsx'
import { projectList } from '../projects/projects.queries.ts'
import { MonthView } from './MonthView.tsx'
import { ProjectFilters } from './ProjectFilters.tsx'
import { ProjectList } from './ProjectList.tsx'
import { useProjectFilter } from './use-project-filter.ts'
import { useSelection } from './use-selection.ts'
import '../../ui/Filters.css'
import './ProjectsPage.css'

const CreateProject = lazyDialog(() => import('../projects/CreateProject.tsx'))

const viewOf = { List: undefined, Deadlines: 'deadline', Month: 'month' } as const
const viewNames = ['List', 'Deadlines', 'Month'] as const

export const meta = privatePageMeta('Projects')

export default function ProjectsPage() {
  const filters = useProjectFilter()
  const { view } = filters
  const isMonth = view === 'month'
  const query = useInfiniteQuery({ ...projectList(filters.filter), enabled: !isMonth })
  const { selection, begin } = useSelection()
  const creating = useRestorableOpen('new-project')
  const narrowed = Object.keys(filters.narrowing).length > 0
  const empty = !narrowed && !isMonth && query.data?.pages[0]?.items.length === 0
  const create = (
    <Button look="primary" onClick={() => creating.open()}>
      + Create Project
    </Button>
  )

  return (
    <Page heading="Projects" actions={!empty && create}>
      <ProjectFilters state={filters} />
      <div className="project-tools">
        <MineSwitch {...filters.whose} />
        <Segments
          label="View"
          options={viewNames}
          value={viewNames[isMonth ? 2 : view ? 1 : 0]}
          onChange={(name) => filters.change({ view: viewOf[name], month: undefined })}
        />
        {!isMonth && !empty && !selection && (
          <Button look="quiet" onClick={begin}>
            Select
          </Button>
        )}
      </div>
      {isMonth ? (
        <MonthView state={filters} />
      ) : (
        <ProjectList
          query={query}
          whose={filters.whose}
          narrowed={narrowed}
          onClear={filters.clear}
          begin={create}
          isByDeadline={view === 'deadline'}
          selection={selection}
        />
      )}
      <p className="small projects__bin">
        <Link className="link" to={paths.freelancer.bin}>
          Deleted projects and files
        </Link>
      </p>
      {creating.isOpen && <CreateProject onClose={creating.close} />}
    </Page>
  )
}
