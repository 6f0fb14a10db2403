import { type clients, paths, type projects } from '@portico/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { StatusBadge } from '../../ui/Badge.tsx'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { EmptyState, LoadFailed, Loading } from '../../ui/States.tsx'
import { projectsOfClient } from '../clients/clients.queries.ts'
import { countProjects } from '../projects/count-projects.ts'
import { DueDate } from '../projects/DueDate.tsx'
import { AssociatedProjectsSkeleton } from './ClientSkeleton.tsx'
import '../../ui/Rows.css'
import '../clients/clients.css'

export function AssociatedProjects({ client }: { client: clients.Client }) {
  const query = useInfiniteQuery(projectsOfClient(client.id))
  const rows = query.data?.pages.flatMap((page) => page.items)
  return (
    <section className="body" aria-labelledby="associated-projects">
      <div className="section__head">
        <h2 id="associated-projects">Associated Projects</h2>
        <span className="muted num" aria-hidden="true">
          {countProjects(query)?.label}
        </span>
      </div>
      {rows === undefined && query.isPending && (
        <Loading says="Loading projects...">
          <AssociatedProjectsSkeleton />
        </Loading>
      )}
      {rows === undefined && query.isError && (
        <LoadFailed title="The projects did not load" error={query.error} onRetry={() => query.refetch()} />
      )}
      {rows?.length === 0 && (
        <EmptyState title="No projects found for this client." drawing="shelf">
          Create one, and they see it at once.
        </EmptyState>
      )}
      {rows !== undefined && rows.length > 0 && (
        <ul className="rows rows--cols client-projects">
          {rows.map((project) => (
            <ProjectRow key={project.id} project={project} />
          ))}
        </ul>
      )}
      <MoreRows query={query} />
    </section>
  )
}

function ProjectRow({ project }: { project: projects.Project }) {
  return (
    <li className="row">
      <div className="span">
        <div className="row__title cut">
          <Link to={paths.freelancer.project(project.id)} title={project.title}>
            {project.title}
          </Link>
        </div>
        <p className="row__sub clamp-2">{project.description}</p>
      </div>
      <span className="small soft num">
        <DueDate project={project} />
      </span>
      <span>
        <StatusBadge status={project.archivedAt ? 'Archived' : project.status} />
      </span>
    </li>
  )
}
