import { paths } from '@portico/contract'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { tokenOf } from '../app/session.ts'

/** The history state of a redirect from an address of the freelancer’s area. */
export const FROM_GUARD = 'from guard'

/**
 * Redirects signed-in clients who open the welcome page to their portal. On a full page load the script in the head does
 * it. Whoever asked for an address of the freelancer’s area stays, because their portal is not what they asked for.
 */
export function useRedirectToPortal() {
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (pathname !== paths.welcome || state === FROM_GUARD) return
    const isClientAlone = tokenOf('client') !== undefined && tokenOf('freelancer') === undefined
    if (isClientAlone) navigate(paths.client.home, { replace: true })
  }, [pathname, state, navigate])
}
