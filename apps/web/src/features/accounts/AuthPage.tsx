import type { ReactNode } from 'react'
import { Brand } from '../../ui/Brand.tsx'

interface Props {
  heading: string
  lead: string
  /** What the side panel says, and the picture under it. */
  say: string
  picture: ReactNode
  children: ReactNode
}

/** Log in and register: the form at the left, a word and the portico at the right. */
export function AuthPage({ heading, lead, say, picture, children }: Props) {
  return (
    <div className="auth">
      <header className="auth__top">
        <Brand to="/welcome" />
      </header>
      <main className="auth__form" id="main" tabIndex={-1}>
        <h1 tabIndex={-1}>{heading}</h1>
        <p>{lead}</p>
        {children}
      </main>
      <aside className="auth__side" aria-label="About Portico">
        <p className="say">{say}</p>
        {picture}
      </aside>
    </div>
  )
}
