import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { rememberDestination } from '../app/destination.ts'
import { createQueryClient } from '../app/query-client.ts'
import { type Area, type Session, useSession } from '../app/session.ts'
import { useLive } from '../app/use-live.ts'
import { toast } from '../ui/toast.ts'

/** Only whoever is signed in to this area comes past; everybody else is led to its entrance. */
export function Guard({
  area,
  children,
}: {
  area: Area
  children: (session: Session, ending: boolean) => ReactNode
}) {
  const state = useSession(area)
  if (state.status === 'loading') return null
  if (state.status === 'out') return <Leave to={state.leaveTo} because={state.because} />
  return (
    <Data key={state.session.id} area={area} live={!state.ending}>
      {children(state.session, state.ending)}
    </Data>
  )
}

/** Whoever did not leave on purpose is brought back here once they are signed in. */
function Leave({ to, because }: { to: string; because: 'stranger' | 'ended' | 'left' }) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; the place to come back to is where it began
  useEffect(() => {
    if (because !== 'left') rememberDestination(pathname + search)
    if (because === 'ended') toast.info('Your session has ended', 'Please sign in again to go on.')
    navigate(to, { replace: true })
  }, [])
  return null
}

/** One cache for one person: gone with their session. */
function Data({ area, live, children }: { area: Area; live: boolean; children: ReactNode }) {
  const [client] = useState(createQueryClient)
  useLive(area, client, live)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
