import { ApiError } from '../../app/api.ts'

const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 30_000

const retryRequests = new EventTarget()

interface RetryOptions {
  shouldRetry(error: unknown): boolean
  /** Called after each attempt that will be repeated. */
  onInterrupted(error: unknown): void
  signal: AbortSignal
}

/**
 * Repeats an attempt after growing delays, or after the one that the server asks for, until it succeeds or fails for good. The next attempt comes sooner when the
 * browser is online again or `retryNow` is called. An attempt that makes progress calls `resetDelay`.
 */
export async function retryWithBackoff<T>(
  attempt: (resetDelay: () => void) => Promise<T>,
  { shouldRetry, onInterrupted, signal }: RetryOptions,
): Promise<T> {
  let delay = FIRST_DELAY_MS
  const resetDelay = () => {
    delay = FIRST_DELAY_MS
  }
  for (;;) {
    try {
      return await attempt(resetDelay)
    } catch (error) {
      if (signal.aborted || !shouldRetry(error)) throw error
      onInterrupted(error)
      await waitToRetry(Math.max(delay, retryAfterOf(error)), signal)
      delay = Math.min(MAX_DELAY_MS, 2 * delay)
    }
  }
}

const retryAfterOf = (error: unknown) => (error instanceof ApiError ? error.retryAfterMs : 0)

/** Ends the delay of every `retryWithBackoff`. */
export function retryNow() {
  retryRequests.dispatchEvent(new Event('retry'))
}

async function waitToRetry(delay: number, signal: AbortSignal) {
  const ended = new AbortController()
  const options = { signal: ended.signal }
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    await new Promise<unknown>((resolve, reject) => {
      timer = setTimeout(resolve, delay)
      window.addEventListener('online', resolve, options)
      retryRequests.addEventListener('retry', resolve, options)
      signal.addEventListener('abort', () => reject(signal.reason), options)
    })
  } finally {
    clearTimeout(timer)
    ended.abort()
  }
}
