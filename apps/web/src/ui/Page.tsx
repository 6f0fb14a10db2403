import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { bareTitle } from '../app/title.ts'
import { Icon } from './Icon.tsx'
import './Page.css'

interface Props {
  heading: ReactNode
  /** One plain sentence that sums the page up. */
  summary?: ReactNode
  /** At most two, at the right. */
  actions?: ReactNode
  back?: { to: string; label: string }
  /** Put before the route's own document title: `Spring menu · Portico | Projects`. */
  title?: string
  children: ReactNode
}

/** The frame of a signed-in page: where am I, one sentence, the one action, then the rest. */
export function Page({ heading, summary, actions, back, title, children }: Props) {
  useTitle(title)
  return (
    <div className="wrap">
      {back && <Back {...back} />}
      <div className="head">
        <div className="head__text">
          {/* Takes the focus after a navigation, so that the new page is read from its start. */}
          <h1 tabIndex={-1} title={title}>
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
      {label}
    </Link>
  )
}

function useTitle(title: string | undefined) {
  useEffect(() => {
    if (title === undefined) return
    const before = bareTitle()
    document.title = `${title} · ${before}`
    return () => {
      document.title = before
    }
  }, [title])
}
