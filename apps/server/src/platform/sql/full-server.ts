import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'

/**
 * Opens a connection, and tries again while PostgreSQL has no more, for three seconds at most: one that is open may be free
 * again soon.
 */
export type RetryWhileFull = <T>(connect: () => Promise<T>) => Promise<T>

/** too_many_connections, of the server, the database or the role */
const TOO_MANY_CONNECTIONS = '53300'
const MAX_WAIT_MS = 3_000
const RETRY_DELAY_MS = 50
const REPORT_INTERVAL_MS = 30_000

export function isServerFull(error: unknown) {
  return (error as { code?: string }).code === TOO_MANY_CONNECTIONS
}

export function createRetryWhileFull(log: Pick<Logger, 'error'>): RetryWhileFull {
  let reportedAt = Number.NEGATIVE_INFINITY
  let failures = 0

  return async (connect) => {
    const deadline = performance.now() + MAX_WAIT_MS
    for (;;) {
      try {
        return await connect()
      } catch (error) {
        if (!isServerFull(error)) throw error
        report(error)
        if (performance.now() > deadline) throw error
        await pause(RETRY_DELAY_MS)
      }
    }
  }

  function report(err: unknown) {
    failures++
    if (performance.now() - reportedAt < REPORT_INTERVAL_MS) return
    reportedAt = performance.now()
    log.error(
      { err, failures },
      'PostgreSQL has no more connections for Portico: raise its max_connections, or the limit of this user or database, or lower DATABASE_POOL',
    )
    failures = 0
  }
}
