import { lazy, type ReactNode, Suspense } from 'react'
import { areaOnScreen, currentSession } from '../../app/session.ts'

const FindInOtherPortals = lazy(() => import('./FindInOtherPortals.tsx'))

/**
 * In place of a thing that the portal on screen does not have. If another portal of this browser has it, that one is entered; the
 * children say that it was not found.
 */
export function InOtherPortal({ children }: { children: ReactNode }) {
  const state = currentSession('client')
  const hasOthers = areaOnScreen() === 'client' && state.status === 'in' && state.session.hasOtherPortals
  if (!hasOthers) return children
  return (
    <Suspense>
      <FindInOtherPortals>{children}</FindInOtherPortals>
    </Suspense>
  )
}
