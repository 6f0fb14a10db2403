import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { PortalName } from '../features/portals/PortalName.tsx'
import { myPortals, portalPath } from '../features/portals/portals.queries.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useCloseOnBack } from '../ui/use-close-on-back.ts'
import './account-menu.css'
import './portal-switcher.css'

/** In the top bar: the portal on screen, and a menu of the others. Shows `alone` while there are none. */
export default function PortalSwitcher({ alone }: { alone: ReactNode }) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  useCloseOnBack(() => menu.current?.hidePopover(), isOpen)
  const { data: portals = [], refetch } = useQuery(myPortals)
  const current = portals.find((portal) => portal.current)
  if (!current || portals.length === 1) return alone

  function onToggle(open: boolean) {
    setOpen(open)
    // A portal may have been added, left or archived since.
    if (open) refetch()
  }
  return (
    <div className="portals">
      <button
        type="button"
        className="portals__button"
        popoverTarget={id}
        aria-label={`Portal of ${current.freelancer.name}. Switch to another`}
      >
        <Avatar name={current.freelancer.name} small ink />
        <span className="portals__name">
          <bdi>{current.freelancer.name}</bdi>
        </span>
        <Icon name="down" small />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="account-menu portals__menu nav"
        onToggle={({ newState }) => onToggle(newState === 'open')}
      >
        <p className="account-menu__name">Your portals</p>
        {portals.map((portal) => (
          // A document of its own, so that nothing of the other portal stays in memory.
          <a
            key={portal.clientId}
            href={portalPath(portal.clientId)}
            aria-current={portal.current || undefined}
          >
            <PortalName portal={portal} />
            {portal.current && <Icon name="check" small />}
          </a>
        ))}
      </div>
    </div>
  )
}
