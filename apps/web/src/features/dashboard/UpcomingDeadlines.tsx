import { type dashboard, paths } from '@portico/contract'
import { Link } from 'react-router'
import { formatDay, formatDayLeaf, formatDaysUntil } from '../../ui/dates.ts'
import { useToday } from '../../ui/use-now.ts'

export function UpcomingDeadlines({ summary }: { summary: dashboard.Summary }) {
  const today = useToday(summary.timeZone)
  return (
    <section>
      <div className="section__head">
        <h2>Upcoming Deadlines</h2>
      </div>
      {summary.upcomingDeadlines.length === 0 && (
        <p className="muted section__none">No upcoming deadlines.</p>
      )}
      <ul className="rows">
        {summary.upcomingDeadlines.map((project) => (
          <Row key={project.id} {...project} today={today} />
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
          <Link to={paths.freelancer.project(id)}>{title}</Link>
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
