import { isPortalPath, portals } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { call } from '../../app/api.ts'
import { currentSession, startClientSession } from '../../app/session.ts'
import { Loading } from '../../ui/States.tsx'

export default function FindInOtherPortals({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const { data, isPending } = useQuery({
    queryKey: ['portals', 'of-page', pathname],
    queryFn: ({ signal }) => findPortal(pathname, signal),
    staleTime: 0,
    gcTime: 0,
  })
  const enter = useEffectEvent(startClientSession)
  useEffect(() => {
    if (data) enter(data)
  }, [data])
  return isPending || data ? <Loading says="Looking in your other portals..." /> : children
}

/** A token for the portal that has the thing; null where none has. */
async function findPortal(path: string, signal: AbortSignal) {
  if (!isPortalPath(path)) return null
  const { clientId } = await call(portals.ofPage, { querystring: { path } }, { signal })
  const state = currentSession('client')
  if (clientId === null || (state.status === 'in' && state.session.id === clientId)) return null
  return (await call(portals.enter, { params: { clientId } })).token
}
