/** By then the page is painted, even where the browser never comes to rest. */
const IDLE_TIMEOUT_MS = 2_000

/** Does something once the browser has nothing else to do; the function it answers calls that off. */
export function runWhenIdle(work: () => void) {
  // Safari learned it late.
  if (!window.requestIdleCallback) {
    const timer = setTimeout(work, IDLE_TIMEOUT_MS / 2)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(work, { timeout: IDLE_TIMEOUT_MS })
  return () => window.cancelIdleCallback(handle)
}
