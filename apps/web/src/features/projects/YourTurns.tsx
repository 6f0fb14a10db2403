import type { projects } from '@portico/contract'
import { Link } from 'react-router'
import { useToday } from '../../ui/use-now.ts'
import { firstNameOf, turnDaysText } from './turn-text.ts'
import '../../ui/quote.css'
import './Turn.css'

interface Props {
  projects: projects.Project[]
  /** The full name; undefined until it has loaded. */
  freelancer: string | undefined
}

/** The projects that wait for the client, the longest first. */
export function YourTurns({ projects, freelancer }: Props) {
  const waiting = projects
    .filter(({ turn }) => turn === 'client')
    .sort((a, b) => (a.turnSince ?? '').localeCompare(b.turnSince ?? ''))
  const name = firstNameOf(freelancer) || 'Your freelancer'
  if (waiting.length === 0) return null
  return (
    <section className="your-turns" aria-labelledby="your-turns">
      <div className="section__head">
        <h2 id="your-turns">Your turn</h2>
        <span className="muted num">{waiting.length}</span>
      </div>
      <ul className="todo">
        {waiting.map((project, index) => (
          <li key={project.id}>
            <div>
              <p className="todo__title">{project.title}</p>
              <Since project={project} name={name} />
              {project.turnNote && <blockquote className="quote">{project.turnNote.message}</blockquote>}
            </div>
            <Link
              className={`btn btn--${index === 0 ? 'primary' : 'secondary'}`}
              to={`/client-dashboard/projects/${project.id}`}
              aria-label={`Look at ${project.title}`}
            >
              Look at it
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Since({ project, name }: { project: projects.Project; name: string }) {
  const today = useToday(project.timeZone)
  return (
    <p className="small soft">
      {turnDaysText(project, today)}
      {project.turnNote?.by === 'freelancer' && `. ${name} asks:`}
    </p>
  )
}
