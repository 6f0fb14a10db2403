import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { tokenOf } from '../app/session.ts'

/**
 * Redirects signed-in clients from the welcome page to their portal. On a full page load the script in the head does
 * it.
 */
export function useRedirectToPortal() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const isClientAlone = tokenOf('client') !== undefined && tokenOf('freelancer') === undefined
    if (pathname === '/welcome' && isClientAlone) navigate('/client-dashboard', { replace: true })
  }, [pathname, navigate])
}
