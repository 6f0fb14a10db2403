import type { dashboard } from '@portico/contract'
import { Link } from 'react-router'
import { StatusBadge } from '../../ui/Badge.tsx'
import { formatDayWithoutThisYear } from '../../ui/dates.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/States.tsx'
import { useToday } from '../../ui/use-now.ts'

export function RecentProjects({ summary }: { summary: dashboard.Summary | undefined }) {
  const projects = summary?.recentProjects
  const today = useToday(summary?.timeZone)
  return (
    <section>
      <div className="section__head">
        <h2>Recent Projects</h2>
        <Link className="go" to="/projects">
          View All <Icon name="forward" small />
        </Link>
      </div>
      {projects?.length === 0 && <p className="muted section__none">No recent projects found.</p>}
      <ul className="rows">
        {projects
          ? projects.map((project) => <Row key={project.id} {...project} today={today} />)
          : ['a', 'b', 'c'].map((key) => (
              <li key={key} className="recent" aria-hidden="true">
                <Skeleton short />
                <Skeleton short />
              </li>
            ))}
      </ul>
    </section>
  )
}

function Row({
  id,
  title,
  clientName,
  status,
  dueDate,
  overdue,
  today,
}: dashboard.ListedProject & { today: string | undefined }) {
  return (
    <li className="recent">
      <span className="row__title cut" title={title}>
        <Link to={`/projects/${id}`}>{title}</Link>
      </span>
      <StatusBadge status={status} />
      <span className="row__sub cut" title={clientName}>
        {clientName}
      </span>
      <span className={`small num nowrap ${overdue ? 'late' : 'muted'}`}>
        {overdue && 'Overdue, '}
        {dueDate ? today && formatDayWithoutThisYear(dueDate, today) : 'No deadline'}
      </span>
    </li>
  )
}
