/** The work starts by then, even in a browser that never comes to rest. */
const IDLE_TIMEOUT_MS = 2_000

/** Runs work once the browser is idle. Returns how to cancel it. */
export function runWhenIdle(work: () => void) {
  // Not every Safari has requestIdleCallback.
  if (!window.requestIdleCallback) {
    const timer = setTimeout(work, IDLE_TIMEOUT_MS / 2)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(work, { timeout: IDLE_TIMEOUT_MS })
  return () => window.cancelIdleCallback(handle)
}
