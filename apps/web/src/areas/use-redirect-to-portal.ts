import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { tokenOf } from '../app/session.ts'

/** The welcome page leads signed-in clients to their portal. The script in the head does it where the document is loaded. */
export function useRedirectToPortal() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const isClientAlone = tokenOf('client') !== undefined && tokenOf('freelancer') === undefined
    if (pathname === '/welcome' && isClientAlone) navigate('/client-dashboard', { replace: true })
  }, [pathname, navigate])
}
