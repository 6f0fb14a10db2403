import { useSyncExternalStore } from 'react'
import { dayOf } from './dates.ts'

const EVERY = 30_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/** The time, to within half a minute: what says how long ago something was stays true. One clock for the whole page. */
export function useNow() {
  return useSyncExternalStore(
    followTime,
    () => now,
    () => now,
  )
}

/** Today as a day, where the reader is: tomorrow it is another one. */
export function useToday() {
  return useSyncExternalStore(followTime, todayNow, todayNow)
}

const todayNow = () => dayOf(new Date(now))

/** Calls each half minute while somebody looks, and when somebody looks again; answers how to stop. */
export function followTime(listener: () => void) {
  if (listeners.size === 0) {
    now = Date.now()
    timer = setInterval(tick, EVERY)
    // A laptop that was closed, a tab that slept.
    document.addEventListener('visibilitychange', tick)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}

function tick() {
  if (document.hidden) return
  now = Date.now()
  for (const listener of listeners) listener()
}
