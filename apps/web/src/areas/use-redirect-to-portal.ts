import { paths } from '@portico/contract'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { tokenOf } from '../app/session.ts'
import { storedKnownClient } from '../app/stored.ts'

/** The history state of a redirect from an address of the freelancer’s area. */
export const FROM_GUARD = 'from guard'

/** Where a client who opens the front page is led: to their portal, or, known from an earlier session, to the way there. */
export function frontDoorOfClient() {
  if (tokenOf('client') !== undefined) return paths.client.home
  return storedKnownClient.read() ? paths.clientLogin : undefined
}

/**
 * Redirects clients who open the welcome page to their portal. On a full page load the script in the head does
 * it. Whoever asked for an address of the freelancer’s area stays, because their portal is not what they asked for.
 */
export function useRedirectToPortal() {
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (pathname !== paths.welcome || state === FROM_GUARD) return
    const entrance = tokenOf('freelancer') === undefined && frontDoorOfClient()
    if (entrance) navigate(entrance, { replace: true })
  }, [pathname, state, navigate])
}
