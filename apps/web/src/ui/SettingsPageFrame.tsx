import { paths } from '@portico/contract'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { Page } from './Page.tsx'
import './Tabs.css'

/** The freelancer's settings: three pages under one heading. */
export function SettingsPageFrame({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <Page heading="Settings" summary={summary}>
      <nav className="tabs" aria-label="Settings">
        <NavLink to={paths.freelancer.settings} end>
          General
        </NavLink>
        <NavLink to={paths.freelancer.notificationSettings}>Notifications</NavLink>
        <NavLink to={paths.freelancer.security}>Security</NavLink>
      </nav>
      {children}
    </Page>
  )
}
