import { useSyncExternalStore } from 'react'

/** Why the server refuses a member nearly everything now. */
export type Restriction = 'SECOND_FACTOR_NEEDED' | 'MEMBER_PAUSED'

let restriction: Restriction | undefined
const listeners = new Set<() => void>()

/** Of any error of a call or of the socket. */
export function noteRestriction(code: string | undefined) {
  if (code === 'SECOND_FACTOR_NEEDED' || code === 'MEMBER_PAUSED') setRestriction(code)
}

export function clearRestriction() {
  setRestriction(undefined)
}

export function useRestriction() {
  return useSyncExternalStore(
    subscribe,
    () => restriction,
    () => undefined,
  )
}

function setRestriction(next: Restriction | undefined) {
  if (restriction === next) return
  restriction = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
