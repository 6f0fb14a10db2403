import pg from 'pg'
import type { AppContext } from '../context.ts'
import { connectionsOfJobs } from '../sql/connection-counts.ts'

/** A pool apart from the requests' one, so that long jobs do not hold its connections. */
export function openPool(connection: pg.ClientConfig, { log, config }: Pick<AppContext, 'log' | 'config'>) {
  const pool = new DoubleReleasePool({
    max: connectionsOfJobs(config.databasePool),
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

type ConnectCallback = Parameters<pg.Pool['connect']>[0]

/**
 * Ignores a second release. graphile-worker releases its listening connection twice when it is stopped before its LISTEN
 * fails, and `pg` throws then where nobody catches it, which would end the process.
 */
class DoubleReleasePool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback) {
    if (!callback) return super.connect()
    super.connect((error, client, release) => {
      let released = error !== undefined
      callback(error, client, (broken) => {
        if (!released) release(broken)
        released = true
      })
    })
  }
}
