import { useSyncExternalStore } from 'react'

/** For so long after the last sign of them somebody counts as being there. */
const PRESENCE_MS = 60_000

const SIGNS = ['focus', 'pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const
const options = { capture: true, passive: true } as const

let lastSignAt = 0
let isPresent = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/**
 * Whether somebody is before this page: it is visible, and within the last minute it got the focus, a key or a pointer. A page that
 * was left open in a window shows nothing to anybody.
 */
export function useIsPersonPresent() {
  return useSyncExternalStore(
    subscribe,
    () => isPresent,
    () => false,
  )
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) start()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) stop()
  }
}

function start() {
  for (const sign of SIGNS) window.addEventListener(sign, noteSign, options)
  document.addEventListener('visibilitychange', handleVisibilityChange)
  if (document.hasFocus()) lastSignAt = Date.now()
  update()
}

function stop() {
  clearTimeout(timer)
  for (const sign of SIGNS) window.removeEventListener(sign, noteSign, options)
  document.removeEventListener('visibilitychange', handleVisibilityChange)
}

function noteSign() {
  lastSignAt = Date.now()
  if (!isPresent) update()
}

/** A tab that becomes visible was chosen by somebody. */
function handleVisibilityChange() {
  if (!document.hidden) lastSignAt = Date.now()
  update()
}

function update() {
  const left = lastSignAt + PRESENCE_MS - Date.now()
  const was = isPresent
  isPresent = !document.hidden && left > 0
  clearTimeout(timer)
  if (isPresent) timer = setTimeout(update, left)
  if (isPresent !== was) for (const listener of listeners) listener()
}
