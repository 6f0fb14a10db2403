import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { rememberDestination } from '../app/destination.ts'
import { createQueryClient } from '../app/query-client.ts'
import { type Area, type Session, useSession } from '../app/session.ts'

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
  if (state.status === 'out') return <Leave to={state.leaveTo} comesBack={state.comesBack} />
  return <Data key={state.session.id}>{children(state.session, state.ending)}</Data>
}

function Leave({ to, comesBack }: { to: string; comesBack: boolean }) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; the place to come back to is where it began
  useEffect(() => {
    if (comesBack) rememberDestination(pathname + search)
    navigate(to, { replace: true })
  }, [])
  return null
}

/** One cache for one person: gone with their session. */
function Data({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
