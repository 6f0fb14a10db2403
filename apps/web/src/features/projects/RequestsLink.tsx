import type { projects } from '@portico/contract'
import { Link } from 'react-router'
import { formatCounts } from '../../ui/count-text.ts'
import { requestsPath } from './project-path.ts'

interface Props {
  project: Pick<projects.Project, 'id' | 'requests'>
  state: 'open' | 'answered'
}

/**
 * The number of waiting requests as a link in a sentence. Empty while the project comes from a list, which lacks the
 * number.
 */
export function RequestsLink({ project: { id, requests }, state }: Props) {
  return (
    <Link className="link" to={requestsPath(id)}>
      {formatCounts([[requests?.[state] ?? 0, 'request', 'requests']]) || 'requests'}
    </Link>
  )
}
