import { useSyncExternalStore } from 'react'

/** The server refuses everything until a second factor is set up. */
let isNeeded = false
const listeners = new Set<() => void>()

export function noteFactorNeeded() {
  setNeeded(true)
}

export function clearFactorNeeded() {
  setNeeded(false)
}

export function useFactorNeeded() {
  return useSyncExternalStore(
    subscribe,
    () => isNeeded,
    () => false,
  )
}

function setNeeded(next: boolean) {
  if (isNeeded === next) return
  isNeeded = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
