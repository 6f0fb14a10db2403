import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { rememberDestination } from '../app/destination.ts'
import { logOut } from '../app/logout.ts'
import { createQueryClient } from '../app/query-client.ts'
import { type Restriction, useRestriction } from '../app/restriction.ts'
import { type Area, reloadSession, type Session, type SessionState, useSession } from '../app/session.ts'
import { storedClientEnding } from '../app/stored.ts'
import { useCheckPush } from '../app/use-check-push.ts'
import { useLive } from '../app/use-live.ts'
import { saveOpenPanels } from '../app/use-restorable-open.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { toast } from '../ui/toast.ts'
import { useSkeleton } from '../ui/use-skeleton.ts'
import { FrameSkeleton } from './FrameSkeleton.tsx'
import { FROM_GUARD, frontDoorOfClient } from './use-redirect-to-portal.ts'

const PortalMoved = lazyDialog(() => import('../features/portals/PortalMoved.tsx'))
const WorkspaceMoved = lazyDialog(() => import('../features/members/WorkspaceMoved.tsx'))
const RESTRICTED_PAGES: Record<Restriction, ComponentType<{ onLogout: () => void }>> = {
  SECOND_FACTOR_NEEDED: lazy(() => import('../features/accounts/RequiredFactorPage.tsx')),
  MEMBER_PAUSED: lazy(() => import('../features/accounts/PausedPage.tsx')),
}
const PreviewOver = lazy(() => import('../features/preview/PreviewOver.tsx'))

/** Renders its children for somebody signed in to the area, and redirects everybody else to its entrance. */
export function Guard({
  area,
  children,
}: {
  area: Area
  children: (session: Session, ending: boolean) => ReactNode
}) {
  const state = useSession(area)
  const isSkeleton = useSkeleton(state.status === 'loading')
  useNoticeOfOtherSession(area, state)
  const restriction = useRestriction()
  const session = state.status === 'in' ? state.session : undefined
  const isOwn = state.status === 'in' && !state.ending && !state.session.preview
  useCheckPush(area, session?.ownerId ?? '', isOwn)
  if (state.status === 'loading' || isSkeleton) return <FrameSkeleton area={area} />
  if (state.status === 'out' && state.because === 'preview-over') {
    return (
      <Suspense>
        <PreviewOver preview={state.preview} />
      </Suspense>
    )
  }
  if (state.status === 'out') return <RedirectToEntrance area={area} state={state} />
  if (restriction && area === 'freelancer') {
    const RestrictedPage = RESTRICTED_PAGES[restriction]
    return (
      <SessionProviders key={`${state.session.ownerId} ${restriction}`} area={area} live={false}>
        <Suspense>
          <RestrictedPage onLogout={() => logOut(area)} />
        </Suspense>
      </SessionProviders>
    )
  }
  const Moved = area === 'client' ? PortalMoved : WorkspaceMoved
  return (
    <>
      <SessionProviders key={state.session.ownerId} area={area} live={isOwn}>
        {children(state.session, state.ending)}
      </SessionProviders>
      {state.movedTo && (
        <Moved session={state.session} movedTo={state.movedTo} onClose={() => reloadSession(area)} />
      )}
    </>
  )
}

type SignedOut = Exclude<Extract<SessionState, { status: 'out' }>, { because: 'preview-over' }>

/** Remembers the page to come back to, unless the person logged out, and says why they are out. */
function RedirectToEntrance({ area, state }: { area: Area; state: SignedOut }) {
  const { because } = state
  const navigate = useNavigate()
  // During render, because open panels unmount with the page.
  useState(() => state.because === 'ended' && saveOpenPanels(state.owner))
  const { pathname, search, hash } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the path it began on
  useEffect(() => {
    if (because !== 'left') rememberDestination(pathname + search + hash)
    // The client login says it on the page.
    if (area === 'client') {
      if (because === 'stranger') storedClientEnding.remove()
      else storedClientEnding.write(because === 'ended' ? 'ended' : 'left')
    }
    if (area === 'freelancer' && because === 'ended')
      toast.info('Your session has ended', 'Please log in again to continue.')
    if (area === 'freelancer' && because === 'elsewhere')
      toast.info('You are logged out', 'That happened in another tab of this browser.')
    navigate(entranceOf(area, state, pathname), { replace: true, state: FROM_GUARD })
  }, [])
  return null
}

/** A client who opens the front page comes to their portal. Every other address is a freelancer’s own. */
function entranceOf(area: Area, { leaveTo, because }: SignedOut, pathname: string) {
  const isAtFrontDoor = area === 'freelancer' && because === 'stranger' && pathname === '/'
  return (isAtFrontDoor && frontDoorOfClient()) || leaveTo
}

/**
 * Tells a freelancer that somebody else has signed in in another tab, or that they are in another workspace because the session of the
 * one before has ended. Neither has the thing on screen.
 */
function useNoticeOfOtherSession(area: Area, state: SessionState) {
  const known = useRef<string>(undefined)
  const navigate = useNavigate()
  useEffect(() => {
    if (area === 'client' || state.status !== 'in') return
    const { id, name } = state.session
    const isOther = known.current !== undefined && known.current !== id
    if (isOther)
      toast.info(`You are signed in as ${name} now`, 'Somebody has signed in in another tab of this browser.')
    if (state.isReplacement)
      toast.info('You are in another workspace now', 'Your session in the one before has ended.')
    if (isOther || state.isReplacement) navigate('/', { replace: true })
    known.current = id
  }, [area, state, navigate])
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
