import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { CannotStart } from '../process/cannot-start.ts'

/** lock_not_available, after `lock_timeout` */
const LOCK_NOT_AVAILABLE = '55P03'
const MAX_ATTEMPTS = 30

/**
 * A migration that waits for a table also stops everybody who comes after it, so it waits for a few seconds only, lets the others
 * through, and tries again.
 */
export async function retryWhileLocked(
  log: Pick<Logger, 'info'>,
  delayMs: number,
  attempt: () => Promise<void>,
) {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
      if (attempts === MAX_ATTEMPTS)
        throw new CannotStart(
          `The database was not brought up to date, because something else kept its tables locked through ${attempts} attempts: end long transactions (pg_stat_activity names them), and start Portico again.`,
        )
      log.info({ attempts }, 'a table is in use: the migrations are tried again')
      await pause(delayMs)
    }
  }
}
