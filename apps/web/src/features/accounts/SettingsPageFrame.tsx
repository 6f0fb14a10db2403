import { paths } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router'
import { useMemberRole } from '../../app/session.ts'
import { Page } from '../../ui/Page.tsx'
import { isTeam, myWorkspace } from './workspace.queries.ts'
import '../../ui/Tabs.css'

/** The freelancer's settings: pages under one heading. That of the members is only for those who do not work alone. */
export function SettingsPageFrame({ summary, children }: { summary: string; children: ReactNode }) {
  const { data: workspace } = useQuery(myWorkspace)
  const isManager = useMemberRole() !== 'member'
  const isOnMembers = useLocation().pathname === paths.freelancer.members
  return (
    <Page heading="Settings" summary={summary}>
      <nav className="tabs" aria-label="Settings">
        <NavLink to={paths.freelancer.settings} end>
          General
        </NavLink>
        {(isOnMembers || isTeam(workspace)) && <NavLink to={paths.freelancer.members}>Members</NavLink>}
        {isManager && <NavLink to={paths.freelancer.brand}>Brand</NavLink>}
        <NavLink to={paths.freelancer.notificationSettings}>Notifications</NavLink>
        <NavLink to={paths.freelancer.security}>Security</NavLink>
      </nav>
      {children}
    </Page>
  )
}
