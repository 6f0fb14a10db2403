import { paths } from '@portico/contract'
import type { ReactNode } from 'react'
import { Brand } from '../../ui/Brand.tsx'

interface Props {
  /** Undefined in prerendered HTML; empty without a link. */
  token: string | undefined
  children: (token: string) => ReactNode
}

/** A page that a link in an email opens, without a session. */
export function EmailLinkFrame({ token, children }: Props) {
  return (
    <>
      <header className="pagebar">
        <Brand to={paths.welcome} />
      </header>
      <main className="narrow" id="main" tabIndex={-1}>
        {token === '' ? (
          <>
            <h1 tabIndex={-1}>This page needs the link from your email.</h1>
            <p>Open that link again.</p>
          </>
        ) : (
          token && children(token)
        )}
      </main>
    </>
  )
}
