import { paths } from '@portico/contract'
import type { ReactNode } from 'react'
import { Brand } from '../../ui/Brand.tsx'

interface Props {
  heading: string
  lead: string
  /** In the side panel, above the picture. */
  claim: string
  picture: ReactNode
  children: ReactNode
}

/** The frame of login and registration: the form and a side panel with a picture. */
export function AuthPage({ heading, lead, claim, picture, children }: Props) {
  return (
    <div className="auth">
      <header className="auth__top">
        <Brand to={paths.welcome} />
      </header>
      <main className="auth__form" id="main" tabIndex={-1}>
        <h1 tabIndex={-1}>{heading}</h1>
        <p>{lead}</p>
        {children}
      </main>
      <aside className="auth__side" aria-label="About Portico">
        <p className="say">{claim}</p>
        {picture}
      </aside>
    </div>
  )
}
