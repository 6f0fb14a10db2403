import type { dashboard } from '@portico/contract'
import { Link } from 'react-router'
import { formatDay, formatDayLeaf, formatDaysUntil } from '../../ui/dates.ts'
import { Skeleton } from '../../ui/States.tsx'
import { useToday } from '../../ui/use-now.ts'

export function UpcomingDeadlines({ summary }: { summary: dashboard.Summary | undefined }) {
  const projects = summary?.upcomingDeadlines
  const today = useToday(summary?.timeZone)
  return (
    <section>
      <div className="section__head">
        <h2>Upcoming Deadlines</h2>
      </div>
      {projects?.length === 0 && <p className="muted section__none">No upcoming deadlines.</p>}
      <ul className="rows">
        {projects
          ? projects.map((project) => <Row key={project.id} {...project} today={today} />)
          : ['a', 'b', 'c'].map((key) => (
              <li key={key} className="date-row" aria-hidden="true">
                <span className="date" />
                <Skeleton short />
              </li>
            ))}
      </ul>
    </section>
  )
}

function Row({ id, title, dueDate, today }: dashboard.ListedProject & { today: string | undefined }) {
  return (
    <li className="date-row">
      {dueDate && <Leaf day={dueDate} />}
      <div className="cut">
        <span className="row__title" title={title}>
          <Link to={`/projects/${id}`}>{title}</Link>
        </span>
        <div className="row__sub muted">{dueDate && today && formatDaysUntil(dueDate, today)}</div>
      </div>
    </li>
  )
}

function Leaf({ day }: { day: string }) {
  const [number, month] = formatDayLeaf(day)
  return (
    <time className="date" dateTime={day} title={formatDay(day)}>
      {number}
      <small>{month}</small>
    </time>
  )
}
