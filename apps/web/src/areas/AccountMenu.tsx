import { useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Avatar } from '../ui/Avatar.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ThemeButton } from '../ui/ThemeButton.tsx'
import { useCloseOnBack } from '../ui/use-close-on-back.ts'
import './account-menu.css'

interface Props {
  name: string
  /** The path of the settings, for phones, where no sidebar leads to them. */
  settings?: string
  /** Absent in a preview, where nobody is logged in. */
  onLogout?: (() => void) | undefined
}

/** The menu behind the round letter. A popover of the browser: Escape, a click beside it and Back close it. */
export function AccountMenu({ name, settings, onLogout }: Props) {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  useCloseOnBack(() => menu.current?.hidePopover(), isOpen)
  return (
    <>
      <button type="button" className="account-button" aria-label={`Menu of ${name}`} popoverTarget={id}>
        <Avatar name={name} small />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="account-menu nav"
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        <p className="account-menu__name">{name}</p>
        <ThemeButton />
        {settings && (
          <Link to={settings} onClick={() => menu.current?.hidePopover()}>
            <Icon name="settings" />
            <span>Settings</span>
          </Link>
        )}
        {onLogout && (
          <button type="button" onClick={onLogout} popoverTarget={id} popoverTargetAction="hide">
            <Icon name="logout" />
            <span>Logout</span>
          </button>
        )}
      </div>
    </>
  )
}
