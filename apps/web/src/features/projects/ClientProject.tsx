import type { projects } from '@portico/contract'
import { StatusBadge } from '../../ui/Badge.tsx'
import { DueDate } from './DueDate.tsx'
import './client-project.css'

export function ClientProject({ project }: { project: projects.Project }) {
  return (
    <>
      <p className="client-project__description">{project.description}</p>
      <div className="client-project__state">
        <StatusBadge status={project.status} />
        <span className="small soft num">
          <DueDate project={project} before="Due " />
        </span>
      </div>
    </>
  )
}
