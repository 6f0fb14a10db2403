import type { ReactNode } from 'react'

/** For a page that fills the window. */
export function MainAlone({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1}>
      {children}
    </main>
  )
}
