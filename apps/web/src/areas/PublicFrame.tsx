import { paths } from '@portico/contract'
import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { WithPlans } from '../app/plans.tsx'
import { Brand } from '../ui/Brand.tsx'
import { CoreIcon } from '../ui/CoreIcon.tsx'
import { GetStarted } from '../ui/GetStarted.tsx'
import { ThemeButton } from '../ui/ThemeButton.tsx'
import { SkipLink } from './SkipLink.tsx'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'
import { useRedirectToPortal } from './use-redirect-to-portal.ts'
import { useSignedInAttribute } from './use-signed-in-attribute.ts'
import '../ui/Button.css'
import './frame.css'
import './nav.css'
import './site.css'
import './slide-out.css'

const places = { Features: paths.features, Pricing: paths.pricing, FAQ: paths.faq, Support: paths.support }
const smallPrint = { Privacy: paths.privacy, Terms: paths.terms }

/** Around the public pages. Most have no scripts, so the script in the head opens the menu and switches the theme. */
export function PublicFrame({ children }: { children: ReactNode }) {
  useFocusOnNavigation()
  useSignedInAttribute()
  useRedirectToPortal()
  return (
    <div className="site">
      <SkipLink />
      <header className="site-nav">
        <div className="wrap">
          <Brand to={paths.welcome} />
          <nav aria-label="Main">
            <Links to={places} />
          </nav>
          <div className="site-nav__end">
            <Link className="btn btn--quiet login" to={paths.login} data-shown-to="visitor">
              Log In
            </Link>
            <GetStarted className="btn btn--primary" />
            <button
              type="button"
              className="btn btn--quiet btn--icon burger"
              aria-label="Menu"
              aria-haspopup="dialog"
              data-opens="menu"
            >
              <CoreIcon name="menu" />
            </button>
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <footer className="site-foot">
        <div className="wrap">
          <Brand to={paths.welcome} />
          <nav aria-label="Footer">
            <Links to={{ ...places, ...smallPrint }} />
          </nav>
          <ThemeButton bare className="site-foot__theme" />
        </div>
      </footer>
      <SlideOut />
    </div>
  )
}

function SlideOut() {
  return (
    <dialog className="slide-out" id="menu" aria-label="Menu" data-menu>
      <div className="slide-out__sheet">
        <header>
          <Brand to={paths.welcome} />
          <button
            type="button"
            className="btn btn--quiet btn--icon btn--sm"
            aria-label="Close"
            data-does="close"
          >
            <CoreIcon name="close" />
          </button>
        </header>
        <nav className="nav" aria-label="Menu">
          <Links to={places} />
          <Link to={paths.login} data-shown-to="visitor">
            Log In
          </Link>
          <GetStarted />
        </nav>
      </div>
    </dialog>
  )
}

function Links({ to }: { to: Record<string, string> }) {
  return Object.entries(to).map(([label, path]) => {
    const link = (
      <NavLink key={path} to={path}>
        {label}
      </NavLink>
    )
    return path === paths.pricing ? <WithPlans key={path}>{link}</WithPlans> : link
  })
}
