import type { ReactNode } from 'react'
import { usePageHandle } from '../app/page-handle.ts'
import type { Area } from '../app/session.ts'
import { Mark } from '../ui/Brand.tsx'
import { Icon, type IconName } from '../ui/Icon.tsx'
import { PageLoading } from './PageLoading.tsx'
import './frame.css'
import './topbar.css'
import './nav.css'
import './sidebar.css'
import './bottombar.css'

type NavItem = [icon: IconName, label: string]

const FREELANCER_NAV: NavItem[] = [
  ['home', 'Dashboard'],
  ['people', 'Clients'],
  ['folder', 'Projects'],
  ['chat', 'Chat'],
]
const CLIENT_NAV: NavItem[] = [
  ['folder', 'My Projects'],
  ['chat', 'Chat'],
]
const CLIENT_BOTTOM_NAV: NavItem[] = [...CLIENT_NAV, ['help', 'Support']]

/** The frame, with the skeleton that a page may have, in the prerendered HTML until its scripts have read the session. */
export function FrameSkeleton({ area }: { area: Area }) {
  const { fillsWindow, skeleton } = usePageHandle()
  if (fillsWindow) return <PageLoading />
  const Frame = area === 'client' ? ClientFrame : FreelancerFrame
  return (
    <>
      <Frame>{skeleton}</Frame>
      <PageLoading />
    </>
  )
}

function FreelancerFrame({ children }: { children: ReactNode }) {
  return (
    <div className="shell shell--skeleton" inert aria-hidden="true">
      <div className="side">
        <div className="side__brand">
          <span className="brand">
            <Mark />
            <span className="word">Portico</span>
          </span>
        </div>
        <Nav items={FREELANCER_NAV} className="nav" />
      </div>
      <div className="topbar">
        <span className="btn btn--quiet btn--icon phone-only topbar__menu">
          <Icon name="menu" />
        </span>
      </div>
      <div className="main">{children}</div>
      <Nav items={FREELANCER_NAV} className="bottombar" />
    </div>
  )
}

function ClientFrame({ children }: { children: ReactNode }) {
  return (
    <div className="shell shell--client shell--skeleton" inert aria-hidden="true">
      <div className="side">
        <div className="side__brand" />
        <Nav items={CLIENT_NAV} className="nav" />
      </div>
      <div className="topbar topbar--tall" />
      <div className="main">{children}</div>
      <Nav items={CLIENT_BOTTOM_NAV} className="bottombar" />
    </div>
  )
}

function Nav({ items, className }: { items: NavItem[]; className: string }) {
  return (
    <div className={className}>
      {items.map(([icon, label]) => (
        // biome-ignore lint/a11y/useValidAnchor: a drawing of a link
        <a key={label}>
          <Icon name={icon} />
          <span>{label}</span>
        </a>
      ))}
    </div>
  )
}
