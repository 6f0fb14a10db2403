/** By then the page is painted, even where the browser never comes to rest. */
const LATEST = 2_000

/** Does something once the browser has nothing else to do; the function it answers calls that off. */
export function whenIdle(work: () => void) {
  // Safari learned it late.
  if (!window.requestIdleCallback) {
    const timer = setTimeout(work, LATEST / 2)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(work, { timeout: LATEST })
  return () => window.cancelIdleCallback(handle)
}
