import type { projects } from '@portico/contract'
import { Link } from 'react-router'
import { StatusBadge } from '../../ui/Badge.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/States.tsx'
import { DueOrCompleted } from './DueDate.tsx'
import '../../ui/Rows.css'
import './ProjectCard.css'

export function ProjectCard({ project }: { project: projects.Project }) {
  return (
    <article className="project-card">
      <StatusBadge status={project.archivedAt ? 'Archived' : project.status} />
      <h2 className="clamp-2" title={project.title}>
        <Link to={`/client-dashboard/projects/${project.id}`}>{project.title}</Link>
      </h2>
      <p className="soft clamp-2">{project.description}</p>
      <footer>
        <span className="num">
          <DueOrCompleted project={project} />
        </span>
        <Icon name="forward" small />
      </footer>
    </article>
  )
}

export function ProjectCardsSkeleton() {
  return (
    <div className="project-cards">
      {['first', 'second', 'third'].map((card) => (
        <div key={card} className="project-card">
          <Skeleton short />
          <Skeleton tall />
          <Skeleton />
        </div>
      ))}
    </div>
  )
}
