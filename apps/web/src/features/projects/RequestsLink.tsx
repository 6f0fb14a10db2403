import type { projects } from '@portico/contract'
import { Link } from 'react-router'
import { formatCounts } from '../../ui/count-text.ts'
import { requestsPath } from './requests-path.ts'

interface Props {
  project: Pick<projects.Project, 'id' | 'requests'>
  state: 'open' | 'answered'
}

/** How many requests wait for somebody, as a link in a sentence. Lists, which a project may come from, do not say. */
export function RequestsLink({ project: { id, requests }, state }: Props) {
  return (
    <Link className="link" to={requestsPath(id)}>
      {formatCounts([[requests?.[state] ?? 0, 'request', 'requests']]) || 'requests'}
    </Link>
  )
}
