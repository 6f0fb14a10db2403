import type { projects } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useLooksOnly } from '../../app/session.ts'
import { formatCounts } from '../../ui/count-text.ts'
import { requestsPath } from '../projects/project-path.ts'
import { needsText } from '../requests/request-text.ts'
import { requestsOf } from '../requests/requests.queries.ts'

const MAX_TITLES = 3

interface Props {
  project: projects.Project
  open: number
  /** The freelancer's first name. */
  name: string
}

/** The open requests, with a link to the page where the client answers them. */
export function RequestsToAnswer({ project: { id, turnReason }, open, name }: Props) {
  const { data } = useQuery(requestsOf(id))
  const looksOnly = useLooksOnly()
  const [verb, label] = looksOnly ? ['Look at', 'Look at them'] : ['Answer', 'Answer']
  const titles = data?.requests.filter(({ state }) => state === 'open').map(({ title }) => title)
  return (
    <li>
      <div>
        <p className="todo__title">{needsText(open, name, looksOnly)}</p>
        <p className="small soft">{titles ? titlesText(titles) : '\u00a0'}</p>
      </div>
      <Link
        className={`btn btn--${turnReason === 'requests' ? 'primary' : 'secondary'}`}
        to={requestsPath(id)}
        aria-label={`${verb} ${formatCounts([[open, 'request', 'requests']])}`}
      >
        {label}
      </Link>
    </li>
  )
}

/** The first titles, and the number of others. */
function titlesText(titles: readonly string[]) {
  const more = titles.length - MAX_TITLES
  return more > 0 ? `${titles.slice(0, MAX_TITLES).join(', ')} and ${more} more.` : `${titles.join(', ')}.`
}
