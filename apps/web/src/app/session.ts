import { isInPortal, paths } from '@portico/contract'
import { useSyncExternalStore } from 'react'
import { type MemberRole, type Preview, readPreview, readSession, type Session } from './session-storage.ts'
import {
  type Area,
  clearSession,
  clearUnfinishedWork,
  isSessionInMemory,
  isSessionKey,
  storedClientEnding,
  storedFreelancerName,
  storedFreelancerRole,
  storedLeaving,
  storedPreview,
  storedToken,
} from './stored.ts'

export type { MemberRole, Preview, Session } from './session-storage.ts'
export type { Area } from './stored.ts'

export type SessionState =
  /** In prerendered HTML and during hydration: the stored session is not read yet. */
  | { status: 'loading' }
  /**
   * `ending`: a logout has begun, and the page is still on screen. `movedTo`: another tab has gone on to another portal or workspace, and
   * this one keeps its own until the person decides. `isReplacement`: the session of this tab has ended, and another one of the same
   * person was stored.
   */
  | { status: 'in'; session: Session; ending: boolean; movedTo?: Session; isReplacement?: true }
  /** Where to go and why: never signed in, logged out here or in another tab, or ended by the server. */
  | { status: 'out'; leaveTo: string; because: 'stranger' | 'left' | 'elsewhere' }
  | { status: 'out'; leaveTo: string; because: 'ended'; owner: string }
  | { status: 'out'; because: 'preview-over'; preview: Preview }

const ENTRANCES = { freelancer: paths.welcome, client: paths.clientLogin }
const loading: SessionState = { status: 'loading' }
const states: Partial<Record<Area, SessionState>> = {}
const listeners = new Set<() => void>()

/** The session of one area, kept in step with every tab. */
export function useSession(area: Area): SessionState {
  return useSyncExternalStore(
    subscribeToSessions,
    () => currentSession(area),
    () => loading,
  )
}

export function currentSession(area: Area): SessionState {
  const state = states[area] ?? loadSession(area)
  states[area] = state
  return state
}

export function tokenOf(area: Area): string | undefined {
  const state = currentSession(area)
  return state.status === 'in' ? state.session.token : undefined
}

/** Whose typed text and files are stored: the person who is signed in there, in their workspace. */
export function ownerIn(area: Area): string | undefined {
  const state = currentSession(area)
  return state.status === 'in' ? state.session.ownerId : undefined
}

/** What the freelancer on screen is in their workspace. Who works alone owns it. */
export function useMemberRole(): MemberRole {
  const state = useSession('freelancer')
  return (state.status === 'in' && state.session.memberRole) || 'owner'
}

/** Whether this is the person who is signed in there, and not somebody else of their side. */
export function isSignedIn(area: Area, personId: string | null): boolean {
  const state = currentSession(area)
  return state.status === 'in' && state.session.id === personId
}

/** Whether this tab shows a freelancer what their client sees. Nothing can be changed then. */
export function isPreview(): boolean {
  if (areaOnScreen() !== 'client') return false
  const state = currentSession('client')
  return state.status === 'in' && state.session.preview !== undefined
}

/** Whether the client area is on screen for a contact who only looks: what would change something is left out. */
export function useLooksOnly(): boolean {
  return isLooking(useSession('client'))
}

/** The full name of the person on screen, by which they find what is theirs among that of their colleagues. */
export function useOwnName(): string {
  const state = useSession(areaOnScreen())
  return state.status === 'in' ? state.session.name : ''
}

export function looksOnly(): boolean {
  return isLooking(currentSession('client'))
}

const isLooking = (state: SessionState) =>
  areaOnScreen() === 'client' && state.status === 'in' && state.session.looksOnly === true

/** Both areas may be signed in at once; the path says which one is on screen. */
export function areaOnScreen(): Area {
  return isInPortal(window.location.pathname) ? 'client' : 'freelancer'
}

/** A full storage must not keep the session of somebody else. Other tabs see no moment without a session. */
function storeToken(area: Area, token: string) {
  storedToken(area).write(token)
  if (!isSessionInMemory(area)) return
  clearSession(area)
  storedToken(area).write(token)
}

export function startFreelancerSession(token: string, user: { name: string; role: string }) {
  storeToken('freelancer', token)
  storedFreelancerRole.write(user.role)
  storedFreelancerName.write(user.name)
  reloadSession('freelancer')
}

export function startClientSession(token: string) {
  storedPreview.remove()
  storeToken('client', token)
  storedClientEnding.remove()
  reloadSession('client')
}

/** This tab shows the session of this browser again, if it has shown a preview. */
export function endPreviewOfTab() {
  if (storedPreview.read() === undefined) return
  storedPreview.remove()
  reloadSession('client')
}

/** The stored session of a client, also while this tab shows a preview or another portal. */
export function storedClientSession(): Session | undefined {
  return readSession('client')
}

/** Stores a renewed token, unless the session it renews has ended or has another owner by now. */
export function renewSession(area: Area, from: string, to: string) {
  const state = currentSession(area)
  if (state.status !== 'in' || state.movedTo || state.session.token !== from) return
  storedToken(area).write(to)
  reloadSession(area)
}

/** Shown until one of the server's next responses brings a token with the new name. */
export function renameFreelancer(name: string) {
  if (currentSession('freelancer').status !== 'in') return
  storedFreelancerName.write(name)
  reloadSession('freelancer')
}

/** The server refused this token. During a logout that is expected. */
export function expireSession(area: Area, token: string) {
  const state = currentSession(area)
  if (state.status !== 'in' || state.ending || state.session.token !== token) return
  const { preview } = state.session
  // A preview has a token of its own: the session that is stored stays.
  if (preview) return setState(area, { status: 'out', because: 'preview-over', preview })
  // Another tab has signed in, but its storage event has not arrived yet: its token must stay.
  const stored = storedToken(area).read()
  if (stored !== undefined && stored !== token) return applyStoredSession(area, true)
  const isLeft = storedLeaving(area).read() === state.session.id
  clearSession(area)
  const out = { status: 'out', leaveTo: ENTRANCES[area] } as const
  setState(
    area,
    isLeft ? { ...out, because: 'elsewhere' } : { ...out, because: 'ended', owner: state.session.ownerId },
  )
}

/** First half of a logout: the area is still on screen, without an owner. */
export function beginEnding(area: Area) {
  const state = currentSession(area)
  if (state.status !== 'in') return
  storedLeaving(area).write(state.session.id)
  setState(area, { ...state, ending: true })
}

/**
 * Second half of a logout: removes the session and its unfinished work from this browser. `next` is the token of another portal,
 * which stays signed in.
 */
export function endSession(area: Area, leaveTo: string, next?: string) {
  const state = currentSession(area)
  clearSession(area)
  clearUnfinishedWork(area, next !== undefined && state.status === 'in' ? state.session.id : undefined)
  if (next !== undefined) storedToken(area).write(next)
  setState(area, { status: 'out', leaveTo, because: 'left' })
}

/** The freelancer is no member any more of the workspace on screen. What another tab has gone on to stays. */
export function leaveWorkspace() {
  const state = currentSession('freelancer')
  if (state.status !== 'in') return
  const { token, ownerId } = state.session
  clearUnfinishedWork('freelancer', ownerId)
  const stored = storedToken('freelancer').read()
  if (stored !== undefined && stored !== token) return applyStoredSession('freelancer', true)
  clearSession('freelancer')
  setState('freelancer', { status: 'out', leaveTo: paths.login, because: 'left' })
}

function loadSession(area: Area): SessionState {
  const preview = area === 'client' ? readPreview() : undefined
  if (preview) return { status: 'in', session: preview, ending: false }
  const session = readSession(area)
  return session
    ? { status: 'in', session, ending: false }
    : { status: 'out', leaveTo: ENTRANCES[area], because: 'stranger' }
}

/** Reads the stored session again. */
export function reloadSession(area: Area) {
  setState(area, loadSession(area))
}

function setState(area: Area, state: SessionState) {
  states[area] = state
  for (const listener of listeners) listener()
}

/** Calls the listener on every change of either session. Returns how to unsubscribe. */
export function subscribeToSessions(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A session is stored key by key, and each key sends its own event. They are applied together. */
const STORAGE_SETTLE_MS = 50
const settleTimers: Partial<Record<Area, ReturnType<typeof setTimeout>>> = {}

/** Another tab logged in, out or under another name. */
function onStorageEvent({ key }: StorageEvent) {
  for (const area of ['freelancer', 'client'] as const) {
    if (!isSessionKey(area, key)) continue
    clearTimeout(settleTimers[area])
    settleTimers[area] = setTimeout(applyChangeOfOtherTab, STORAGE_SETTLE_MS, area)
  }
}

function applyChangeOfOtherTab(area: Area) {
  const [before, now] = [currentSession(area), loadSession(area)]
  // This tab is logging out itself, and is about to remove the session.
  if (before.status === 'in' && before.ending && now.status === 'out') return
  // Changes of other tabs do not concern the preview of this one.
  if (area === 'client' && storedPreview.read() !== undefined) return
  if (now.status === 'in') return applyStoredSession(area)
  // Logged out already, with a reason of its own.
  if (before.status === 'out') return
  setState(area, { status: 'out', leaveTo: ENTRANCES[area], because: 'elsewhere' })
}

/**
 * What is open keeps its own portal or workspace, with everything that was typed. A freelancer's page whose session has ended cannot; that
 * of a client can still be read.
 */
function applyStoredSession(area: Area, isEnded = false) {
  const [before, now] = [currentSession(area), loadSession(area)]
  if (before.status !== 'in' || now.status !== 'in' || !isElsewhere(area, before.session, now.session))
    return setState(area, now)
  if (area === 'freelancer' && isEnded) setState(area, { ...now, isReplacement: true })
  else setState(area, { ...before, movedTo: now.session })
}

/** Another portal of a client, or another workspace of the same freelancer. */
function isElsewhere(area: Area, before: Session, now: Session) {
  return area === 'client' ? before.id !== now.id : before.id === now.id && before.ownerId !== now.ownerId
}

// Listens from the start, so that a page that reads the session later gets what other tabs have changed since the page load.
if (typeof window !== 'undefined') window.addEventListener('storage', onStorageEvent)
