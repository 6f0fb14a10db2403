import { useSyncExternalStore } from 'react'
import { serverNow, subscribeToServerClock } from '../app/server-clock.ts'
import { dayInTimeZone, localDay } from './dates.ts'

const TICK_INTERVAL_MS = 30_000

let now = serverNow()
let timer: ReturnType<typeof setInterval> | undefined
let stopFollowingServer: (() => void) | undefined
const listeners = new Set<() => void>()

/** The current time of the server, updated every half minute by one clock for the whole page. */
export function useNow() {
  return useSyncExternalStore(
    subscribeToTime,
    () => now,
    () => now,
  )
}

/**
 * The current day for due dates, in the time zone of the freelancer's profile, for both sides. Undefined until the zone is
 * known.
 */
export function useToday(timeZone: string): string
export function useToday(timeZone: string | undefined): string | undefined
export function useToday(timeZone: string | undefined) {
  const today = () => (timeZone === undefined ? undefined : dayInTimeZone(timeZone, new Date(now)))
  return useSyncExternalStore(subscribeToTime, today, today)
}

/** The current day in the reader's time zone, for instants. */
export function useLocalDay() {
  return useSyncExternalStore(subscribeToTime, currentLocalDay, currentLocalDay)
}

const currentLocalDay = () => localDay(new Date(now))

/** Ticks every half minute while the tab is visible. Returns a function that stops it. */
export function subscribeToTime(listener: () => void) {
  if (listeners.size === 0) {
    now = serverNow()
    timer = setInterval(tick, TICK_INTERVAL_MS)
    stopFollowingServer = subscribeToServerClock(tick)
    // Timers do not run in a closed laptop or a suspended tab.
    document.addEventListener('visibilitychange', tick)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    stopFollowingServer?.()
    document.removeEventListener('visibilitychange', tick)
  }
}

function tick() {
  if (document.hidden) return
  now = serverNow()
  for (const listener of listeners) listener()
}
