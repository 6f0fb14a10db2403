import type { projects } from '@portico/contract'
import { Link } from 'react-router'
import { useLooksOnly } from '../../app/session.ts'
import { waitingFor, waitingPath, waitingText } from '../projects/waiting-text.ts'

interface Props {
  project: projects.Project
  /** The freelancer's first name. */
  name: string
}

/** The freelancer's notes that the client has not replied to, each with a link to their file. */
export function NotesToRead({ project, name }: Props) {
  const looksOnly = useLooksOnly()
  return waitingFor('client', project)
    .filter(({ reason }) => reason === 'notes')
    .map((notes, index) => {
      const text = waitingText(notes, name)
      const isPrimary = index === 0 && project.turnReason === 'notes'
      return (
        <li key={text}>
          <div>
            <p className="todo__title">{text}</p>
            <p className="small soft">
              {name} wrote something.{!looksOnly && ' Reply, and it is done for you.'}
            </p>
          </div>
          <Link
            className={`btn btn--${isPrimary ? 'primary' : 'secondary'}`}
            to={waitingPath(notes, project.id)}
            aria-label={`Look at it: ${text}`}
          >
            Look at it
          </Link>
        </li>
      )
    })
}
