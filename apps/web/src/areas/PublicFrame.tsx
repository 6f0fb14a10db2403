import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Brand } from '../ui/Brand.tsx'
import { CoreIcon } from '../ui/CoreIcon.tsx'
import { MenuDrawer } from './MenuDrawer.tsx'
import { Skip } from './Skip.tsx'
import { ThemeButton } from './ThemeButton.tsx'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'
import '../ui/Button.css'
import './shell.css'
import './site.css'

export function PublicFrame({ children }: { children: ReactNode }) {
  useFocusOnNavigation()
  return (
    <div className="site">
      <Skip />
      <header className="site-nav">
        <div className="wrap">
          <Brand to="/welcome" />
          <div className="site-nav__end">
            <Link className="btn btn--quiet login" to="/login">
              Log In
            </Link>
            <Link className="btn btn--primary" to="/register">
              Get Started
            </Link>
            <SlideOut />
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <footer className="site-foot">
        <div className="wrap">
          <Brand to="/welcome" />
          <ThemeButton bare className="site-foot__theme" />
        </div>
      </footer>
    </div>
  )
}

function SlideOut() {
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string>()
  return (
    <>
      <button
        type="button"
        className="btn btn--quiet btn--icon burger"
        aria-label="Menu"
        aria-haspopup="dialog"
        onClick={() => setOpenAt(key)}
      >
        <CoreIcon name="menu" />
      </button>
      {openAt === key && (
        <MenuDrawer side="right" home="/welcome" onClose={() => setOpenAt(undefined)}>
          <nav className="nav" aria-label="Menu">
            <Link to="/login">Log In</Link>
            <Link to="/register">Get Started</Link>
          </nav>
        </MenuDrawer>
      )}
    </>
  )
}
