import { type dashboard, paths } from '@portico/contract'
import { Link } from 'react-router'
import { StatusBadge } from '../../ui/Badge.tsx'
import { formatDayWithoutThisYear } from '../../ui/dates.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useToday } from '../../ui/use-now.ts'

export function RecentProjects({ summary }: { summary: dashboard.Summary }) {
  const today = useToday(summary.timeZone)
  return (
    <section>
      <div className="section__head">
        <h2>Recent Projects</h2>
        <Link className="go" to={paths.freelancer.projects}>
          View All <Icon name="forward" small />
        </Link>
      </div>
      {summary.recentProjects.length === 0 && (
        <p className="muted section__none">No recent projects found.</p>
      )}
      <ul className="rows">
        {summary.recentProjects.map((project) => (
          <Row key={project.id} {...project} today={today} />
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
        <Link to={paths.freelancer.project(id)}>{title}</Link>
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
