import type { dashboard } from '@portico/contract'
import { Link } from 'react-router'
import { dayLeaf, longDay, untilDay } from '../../ui/dates.ts'
import { Bone } from '../../ui/States.tsx'
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
                <Bone short />
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
        <div className="row__sub muted">{dueDate && today && untilDay(dueDate, today)}</div>
      </div>
    </li>
  )
}

function Leaf({ day }: { day: string }) {
  const [number, month] = dayLeaf(day)
  return (
    <time className="date" dateTime={day} title={longDay(day)}>
      {number}
      <small>{month}</small>
    </time>
  )
}
