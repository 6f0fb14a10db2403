import { useSyncExternalStore } from 'react'
import { readSession, type Session } from './session-storage.ts'
import {
  type Area,
  clearSession,
  clearUnfinishedWork,
  isSessionKey,
  storedFreelancerName,
  storedFreelancerRole,
  storedToken,
} from './stored.ts'

export type { Session } from './session-storage.ts'
export type { Area } from './stored.ts'

export type SessionState =
  /** Until the stored session has been checked: in ready HTML, and while React takes that over. */
  | { status: 'loading' }
  | { status: 'in'; session: Session; ending: boolean }
  /** Where the area sends them, and why: never signed in, refused by the server, or left on purpose. */
  | { status: 'out'; leaveTo: string; because: 'stranger' | 'left' }
  | { status: 'out'; leaveTo: string; because: 'ended'; owner: string }

const ENTRANCES = { freelancer: '/welcome', client: '/client-login' }
const loading: SessionState = { status: 'loading' }
const states: Partial<Record<Area, SessionState>> = {}
const listeners = new Set<() => void>()

/** The session of one area, followed through this tab and every other. */
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

/** Both areas may be signed in side by side: the path says which of them is on screen. */
export function areaOnScreen(): Area {
  return /^\/client-dashboard(\/|$)/.test(window.location.pathname) ? 'client' : 'freelancer'
}

export function startFreelancerSession(token: string, user: { name: string; role: string }) {
  storedToken('freelancer').write(token)
  storedFreelancerRole.write(user.role)
  storedFreelancerName.write(user.name)
  reloadSession('freelancer')
}

export function startClientSession(token: string) {
  storedToken('client').write(token)
  reloadSession('client')
}

/** Takes a renewed token, unless the session it renews has ended or changed hands meanwhile. */
export function renewSession(area: Area, from: string, to: string) {
  if (tokenOf(area) !== from) return
  storedToken(area).write(to)
  reloadSession(area)
}

/** The freelancer goes by another name from now on; the token follows with the server's answers. */
export function renameFreelancer(name: string) {
  if (currentSession('freelancer').status !== 'in') return
  storedFreelancerName.write(name)
  reloadSession('freelancer')
}

/** The server no longer takes this token. While a logout is on its way that is no news. */
export function expireSession(area: Area, token: string) {
  const state = currentSession(area)
  if (state.status !== 'in' || state.ending || state.session.token !== token) return
  // Another tab has signed in just now, and the news of it is still on its way: theirs is not ours to clear.
  const stored = storedToken(area).read()
  if (stored !== undefined && stored !== token) return reloadSession(area)
  clearSession(area)
  setState(area, { status: 'out', leaveTo: ENTRANCES[area], because: 'ended', owner: state.session.id })
}

/** The first half of a logout: still on screen, but nobody's any more. */
export function beginEnding(area: Area) {
  const state = currentSession(area)
  if (state.status === 'in') setState(area, { ...state, ending: true })
}

/** The second half: the session and its unfinished work are gone from this browser. */
export function endSession(area: Area, leaveTo: string) {
  clearSession(area)
  clearUnfinishedWork(area)
  setState(area, { status: 'out', leaveTo, because: 'left' })
}

function loadSession(area: Area): SessionState {
  const session = readSession(area)
  return session
    ? { status: 'in', session, ending: false }
    : { status: 'out', leaveTo: ENTRANCES[area], because: 'stranger' }
}

/** Looks at what is stored again. */
export function reloadSession(area: Area) {
  setState(area, loadSession(area))
}

function setState(area: Area, state: SessionState) {
  states[area] = state
  for (const listener of listeners) listener()
}

/** Tells of every change to either session; answers how to stop. */
export function subscribeToSessions(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What belongs together is stored key by key, and the news of each comes alone, in milliseconds. */
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
  // The other tab was told first of the logout that is on its way here.
  if (before.status === 'in' && before.ending && now.status === 'out') return
  setState(area, now)
}

// Followed from the start: a page that asks later must not be told what was true when it loaded.
if (typeof window !== 'undefined') window.addEventListener('storage', onStorageEvent)
