import { paths } from '@portico/contract'
import { NavLink } from 'react-router'
import '../../ui/Badge.css'
import '../../ui/Tabs.css'

interface Props {
  id: string
  /** How many requests the client has not answered. */
  openRequests: number | undefined
  /** How many answers the freelancer has to look at. */
  answers: number | undefined
}

export function ProjectTabs({ id, openRequests, answers }: Props) {
  return (
    <nav className="tabs" aria-label="Project">
      <NavLink to={paths.freelancer.project(id)} end preventScrollReset>
        Work
      </NavLink>
      <NavLink to={paths.freelancer.projectRequests(id)} preventScrollReset>
        Requests
        {!!openRequests && <span className="tabs__count num">{openRequests} open</span>}
        {!!answers && (
          <span className="badge tabs__badge num" data-tone="pending">
            {answers} to look at
          </span>
        )}
      </NavLink>
      <NavLink to={paths.freelancer.projectActivity(id)} preventScrollReset>
        Activity
      </NavLink>
    </nav>
  )
}
