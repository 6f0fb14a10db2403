import { NavLink } from 'react-router'
import '../../ui/Tabs.css'

export function ProjectTabs({ id }: { id: string }) {
  return (
    <nav className="tabs" aria-label="Project">
      <NavLink to={`/projects/${id}`} end preventScrollReset>
        Work
      </NavLink>
      <NavLink to={`/projects/${id}/activity`} preventScrollReset>
        Activity
      </NavLink>
    </nav>
  )
}
