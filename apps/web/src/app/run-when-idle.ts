/** The work starts by then, even in a browser that never comes to rest. */
const IDLE_TIMEOUT_MS = 2_000

/** A browser that waits for the first reads of a page is idle too, and the work must not compete with them. */
const FIRST_READS_MS = 1_000

/** Runs work once the browser is idle, after `delayMs` at the earliest. Returns how to cancel it. */
export function runWhenIdle(work: () => void, delayMs = FIRST_READS_MS) {
  let cancelIdle = () => {}
  const timer = setTimeout(() => {
    cancelIdle = requestIdle(work)
  }, delayMs)
  return () => {
    clearTimeout(timer)
    cancelIdle()
  }
}

function requestIdle(work: () => void) {
  // Not every Safari has requestIdleCallback.
  if (!window.requestIdleCallback) {
    const timer = setTimeout(work, IDLE_TIMEOUT_MS / 2)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(work, { timeout: IDLE_TIMEOUT_MS })
  return () => window.cancelIdleCallback(handle)
}
