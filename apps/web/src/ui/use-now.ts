import { useSyncExternalStore } from 'react'
import { dayInTimeZone, localDay } from './dates.ts'

const TICK_INTERVAL_MS = 30_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/** The time, to within half a minute: what says how long ago something was stays true. One clock for the whole page. */
export function useNow() {
  return useSyncExternalStore(
    subscribeToTime,
    () => now,
    () => now,
  )
}

/**
 * The day it is for due dates: the freelancer's, in the time zone of their profile, on both sides and wherever this device
 * is. It changes at midnight there. Undefined until the zone is known.
 */
export function useToday(timeZone: string): string
export function useToday(timeZone: string | undefined): string | undefined
export function useToday(timeZone: string | undefined) {
  const today = () => (timeZone === undefined ? undefined : dayInTimeZone(timeZone, new Date(now)))
  return useSyncExternalStore(subscribeToTime, today, today)
}

/** The day it is where the reader is: for instants, whose clock times are the reader's too. */
export function useLocalDay() {
  return useSyncExternalStore(subscribeToTime, currentLocalDay, currentLocalDay)
}

const currentLocalDay = () => localDay(new Date(now))

/** Calls each half minute while somebody looks, and when somebody looks again; answers how to stop. */
export function subscribeToTime(listener: () => void) {
  if (listeners.size === 0) {
    now = Date.now()
    timer = setInterval(tick, TICK_INTERVAL_MS)
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
