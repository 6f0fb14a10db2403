import pg from 'pg'
import type { Logger } from 'pino'

/** Connections of its own, so that a long job leaves requests theirs. When all is quiet one remains: the one that listens. */
export function openPool(connection: pg.ClientConfig, log: Logger) {
  const pool = new ForgivingPool({
    max: 4,
    idleTimeoutMillis: 5_000,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
    pipeline: true,
    keepAlive: true,
    ...connection,
  })
  const lost = (error: Error) => log.debug({ err: error }, 'a database connection of the jobs was lost')
  pool.on('error', lost)
  pool.on('connect', (client) => client.on('error', lost))
  return pool
}

type Taker = Parameters<pg.Pool['connect']>[0]

/**
 * graphile-worker gives its listening connection back twice when it is stopped before its LISTEN is answered and that
 * fails. `pg` throws at the second time, where nobody catches it: it would be the end of this process.
 */
class ForgivingPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(take: Taker): void
  override connect(take?: Taker) {
    if (!take) return super.connect()
    super.connect((error, client, release) => {
      let released = error !== undefined
      take(error, client, (broken) => {
        if (!released) release(broken)
        released = true
      })
    })
  }
}
