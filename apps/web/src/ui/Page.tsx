import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { bareTitle } from '../app/title.ts'
import { Icon } from './Icon.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'
import './Page.css'

interface Props {
  heading: ReactNode
  /** One sentence below the title. */
  summary?: ReactNode
  /** At most two. */
  actions?: ReactNode
  back?: { to: string; label: string }
  /** Before the route's document title: `Spring menu · Portico | Projects`. */
  title?: string
  children: ReactNode
}

/** The frame of a signed-in page: title, one sentence, actions, content. */
export function Page({ heading, summary, actions, back, title, children }: Props) {
  const h1 = useRef<HTMLHeadingElement>(null)
  useHeadingFocus(h1)
  useTitle(title)
  return (
    <div className="wrap">
      {back && <Back {...back} />}
      <div className="head">
        <div className="head__text">
          {/* Gets the focus after a navigation, so that screen readers start here. */}
          <h1 ref={h1} tabIndex={-1} title={title}>
            {heading}
          </h1>
          {summary && <p>{summary}</p>}
        </div>
        {actions && <div className="head__actions">{actions}</div>}
      </div>
      {children}
    </div>
  )
}

export function Back({ to, label }: { to: string; label: string }) {
  return (
    <Link className="back" to={to}>
      <Icon name="back" small />
      <span className="cut">{label}</span>
    </Link>
  )
}

/** Puts a name before the document title of the route. */
export function useTitle(title: string | undefined) {
  // Tabs of one page have document titles of their own.
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each tab
  useEffect(() => {
    if (title === undefined) return
    const before = bareTitle()
    const full = `${title} · ${before}`
    document.title = full
    return () => {
      // The next page may have set its own already.
      if (bareTitle() === full) document.title = before
    }
  }, [title, pathname])
}
