import { Mark } from '../ui/Brand.tsx'
import { Icon, type IconName } from '../ui/Icon.tsx'
import './shell.css'

const freelancers: [IconName, string][] = [
  ['home', 'Dashboard'],
  ['people', 'Clients'],
  ['folder', 'Projects'],
  ['chat', 'Chat'],
]
const clients: [IconName, string][] = [
  ['folder', 'My Projects'],
  ['chat', 'Chat'],
  ['help', 'Support'],
  ['theme', 'Theme'],
  ['logout', 'Logout'],
]

/** The frame of both areas as a picture, until the scripts that draw it are there; `data-frame` says which is shown. */
export function FrameSkeleton() {
  return (
    <>
      <div className="shell" data-of="freelancer" aria-hidden="true">
        <div className="side">
          <div className="side__brand">
            <span className="brand">
              <Mark />
              <span className="word">Portico</span>
            </span>
          </div>
          <Places of={freelancers} className="nav" />
        </div>
        <div className="topbar">
          <span className="btn btn--quiet btn--icon phone-only topbar__menu">
            <Icon name="menu" />
          </span>
        </div>
      </div>
      <div className="shell shell--client" data-of="client" aria-hidden="true">
        <div className="side">
          <div className="side__brand" />
          <Places of={clients.slice(0, 2)} className="nav" />
        </div>
        <div className="topbar" />
        <Places of={clients} className="bottombar" />
      </div>
    </>
  )
}

function Places({ of, className }: { of: [IconName, string][]; className: string }) {
  return (
    <div className={className}>
      {of.map(([icon, label]) => (
        // biome-ignore lint/a11y/useValidAnchor: a picture of one
        <a key={label}>
          <Icon name={icon} />
          <span>{label}</span>
        </a>
      ))}
    </div>
  )
}
