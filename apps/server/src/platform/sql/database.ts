import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Tables } from '../../tables.ts'
import { createFairShare } from './fair-share.ts'
import { fetchRows } from './fetch-rows.ts'
import { startHeartbeat } from './heartbeat.ts'
import { openSharedConnections, type SharedConnections } from './shared-connections.ts'

export type Db = Kysely<Tables>

// Dates travel as ISO strings from the database to the browser; only the screen formats them.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

// A caller waits for a connection, and then for the result or for the heartbeat: together less than ten seconds.
const CONNECTION_TIMEOUT_MS = 3_000
const STATEMENT_TIMEOUT_MS = 5_000
const HEARTBEAT_INTERVAL_MS = 1_000
const IDLE_TIMEOUT_MS = 60_000
const MAX_CONNECTIONS = 12

interface Connections {
  isClosing: boolean
  pool: FairPool
  shared: SharedConnections
  preparedStatements: boolean
}

const connectionsOf = new WeakMap<Db, Connections>()

export function connect(
  connection: pg.PoolConfig,
  log: Logger,
  {
    preparedStatements = true,
    statementTimeoutMs = STATEMENT_TIMEOUT_MS,
  }: { preparedStatements?: boolean; statementTimeoutMs?: number } = {},
): Db {
  const options: pg.PoolConfig = {
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    // Also in the pool, for the heartbeat.
    pipeline: true,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    max: MAX_CONNECTIONS,
    keepAlive: true,
    ...connection,
  }
  const onLost = (error: Error) => {
    // The embedded database, which stops next, ends connections that are still open.
    if (!connectionsOf.get(db)?.isClosing) log.warn({ err: error }, 'a database connection was lost')
  }
  const watch = (client: pg.ClientBase) => {
    // Without a listener a restart of PostgreSQL would end this process; the pool's own covers idle connections only.
    client.on('error', onLost)
    // The heartbeat waits for the running statement.
    startHeartbeat(client, { intervalMs: HEARTBEAT_INTERVAL_MS, timeoutMs: statementTimeoutMs + 500 })
  }
  const pool = new pg.Pool(options)
  pool.on('error', onLost).on('connect', watch)
  const fairPool = shareFairly(pool)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: fairPool }) })
  connectionsOf.set(db, {
    isClosing: false,
    pool: fairPool,
    shared: openSharedConnections(options, watch),
    preparedStatements,
  })
  return db
}

export async function disconnect(db: Db) {
  const connections = connectionsOf.get(db)
  if (!connections) return
  connections.isClosing = true
  connections.shared.close()
  await connections.pool.end()
}

export interface Statement {
  name: string
  text: string
  values: unknown[]
}

type FairPool = Pick<pg.Pool, 'end' | 'options'> & { connect(): Promise<pg.PoolClient> }

/** No account has more than a third of the connections. */
function shareFairly(pool: pg.Pool): FairPool {
  const { max } = pool.options
  const share = createFairShare({ total: max, perAccount: Math.max(1, Math.floor(max / 3)) })
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const turn = await share.take()
      if (!turn) return pool.connect()
      try {
        const client = await pool.connect()
        // The pool sets it each time that it lends the client.
        const { release } = client
        client.release = (error) => {
          release(error)
          turn.end()
        }
        return client
      } catch (error) {
        turn.end()
        throw error
      }
    },
  }
}

/** Bypasses Kysely, whose queries have no names. In a transaction the statement must use the transaction's connection. */
export async function runStatement<Row>(
  db: Db,
  { name, text, values }: Statement,
  sharesConnection: boolean,
): Promise<Row[]> {
  const connections = connectionsOf.get(db)
  if (!connections) return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows

  const { pool, shared, preparedStatements } = connections
  const query = preparedStatements ? { name, text, values } : { text, values }
  return sharesConnection ? shared.query(query) : queryPool(pool, query)
}

/** `pool.query` closes the connection after every error. After one that PostgreSQL reported, it is still usable. */
async function queryPool<Row>(pool: FairPool, query: pg.QueryConfig): Promise<Row[]> {
  const client = await pool.connect()
  try {
    const rows = await fetchRows<Row>(client, query)
    client.release()
    return rows
  } catch (error) {
    client.release(!(error instanceof pg.DatabaseError))
    throw error
  }
}
