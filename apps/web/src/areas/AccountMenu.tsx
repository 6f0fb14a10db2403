import { useId } from 'react'
import { Avatar } from '../ui/Avatar.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ThemeButton } from './ThemeButton.tsx'
import './account-menu.css'

/** The menu behind the round letter. A popover of the browser: Escape, a click beside it and the phone's Back close it. */
export function AccountMenu({ name, onLogout }: { name: string; onLogout: () => void }) {
  const id = useId()
  return (
    <>
      <button type="button" className="account-button" aria-label={`Menu of ${name}`} popoverTarget={id}>
        <Avatar name={name} small />
      </button>
      <div id={id} popover="auto" className="account-menu nav">
        <p className="account-menu__name">{name}</p>
        <ThemeButton />
        <button type="button" onClick={onLogout} popoverTarget={id} popoverTargetAction="hide">
          <Icon name="logout" />
          <span>Logout</span>
        </button>
      </div>
    </>
  )
}
