import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { rememberDestination } from '../app/destination.ts'
import { createQueryClient } from '../app/query-client.ts'
import { type Area, type Session, type SessionState, useSession } from '../app/session.ts'
import { useLive } from '../app/use-live.ts'
import { saveOpenPanels } from '../app/use-restorable-open.ts'
import { toast } from '../ui/toast.ts'
import { FrameSkeleton } from './FrameSkeleton.tsx'

/** Renders its children for somebody signed in to the area, and redirects everybody else to its entrance. */
export function Guard({
  area,
  children,
}: {
  area: Area
  children: (session: Session, ending: boolean) => ReactNode
}) {
  const state = useSession(area)
  useNoticeOfOtherUser(state)
  if (state.status === 'loading') return <FrameSkeleton area={area} />
  if (state.status === 'out') return <RedirectToEntrance {...state} />
  return (
    <SessionProviders key={state.session.id} area={area} live={!state.ending}>
      {children(state.session, state.ending)}
    </SessionProviders>
  )
}

/** Remembers the page to come back to, unless the person logged out. */
function RedirectToEntrance(state: Extract<SessionState, { status: 'out' }>) {
  const { leaveTo, because } = state
  const navigate = useNavigate()
  // During render, because open panels unmount with the page.
  useState(() => state.because === 'ended' && saveOpenPanels(state.owner))
  const { pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the path it began on
  useEffect(() => {
    if (because !== 'left') rememberDestination(pathname + search)
    if (because === 'ended') toast.info('Your session has ended', 'Please sign in again to go on.')
    navigate(leaveTo, { replace: true })
  }, [])
  return null
}

/** Tells the person when another tab has signed in as somebody else. */
function useNoticeOfOtherUser(state: SessionState) {
  const known = useRef<string>(undefined)
  useEffect(() => {
    if (state.status !== 'in') return
    const { id, name } = state.session
    if (known.current !== undefined && known.current !== id) {
      toast.info(`You are signed in as ${name} now`, 'Somebody has signed in in another tab of this browser.')
    }
    known.current = id
  }, [state])
}

/** A query cache and a live connection for one session. */
export function SessionProviders({
  area,
  live,
  children,
}: {
  area: Area
  live: boolean
  children: ReactNode
}) {
  const [client] = useState(createQueryClient)
  useLive(area, client, live)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
