import { CompiledQuery, type Kysely, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Tables } from '../../tables.ts'
import { DEFAULT_POOL, sharedConnections } from './connection-counts.ts'
import { createFairShare } from './fair-share.ts'
import { fetchRows } from './fetch-rows.ts'
import { createRetryWhileFull, type RetryWhileFull } from './full-server.ts'
import { startHeartbeat } from './heartbeat.ts'
import { RetryingDialect, RetryingKysely, retryDeadlocks } from './retry-deadlocks.ts'
import { openSharedConnections, type SharedConnections } from './shared-connections.ts'
import type { StatementOptions } from './statement.ts'

export type Db = Kysely<Tables>

// Dates travel as ISO strings from the database to the browser; only the screen formats them.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

// A caller waits for their turn (fair-share.ts), then for a connection, and then for the result or for the heartbeat: at most 5, 3 and
// 6.5 seconds, so that they get an answer before their connection is closed after 30.
const CONNECTION_TIMEOUT_MS = 3_000
const STATEMENT_TIMEOUT_MS = 5_000
const HEARTBEAT_INTERVAL_MS = 1_000
const IDLE_TIMEOUT_MS = 60_000

interface Connections {
  isClosing: boolean
  counts: pg.Pool
  pool: FairPool
  shared: SharedConnections
  preparedStatements: boolean
  briefTimeoutMs: number
}

const connectionsOf = new WeakMap<Db, Connections>()

export function connect(
  connection: pg.PoolConfig,
  log: Logger,
  {
    databasePool = DEFAULT_POOL,
    preparedStatements = true,
    statementTimeoutMs = STATEMENT_TIMEOUT_MS,
  }: { databasePool?: number; preparedStatements?: boolean; statementTimeoutMs?: number } = {},
): Db {
  const options: pg.PoolConfig = {
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    // Also in the pool, for the heartbeat.
    pipeline: true,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    max: databasePool,
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
  const retryWhileFull = createRetryWhileFull(log)
  const fairPool = shareFairly(pool, retryWhileFull)
  const dialect = new RetryingDialect({ pool: preparedStatements ? nameStatements(fairPool) : fairPool })
  const db = new RetryingKysely<Tables>({ dialect })
  connectionsOf.set(db, {
    isClosing: false,
    counts: pool,
    pool: fairPool,
    shared: openSharedConnections(options, {
      onOpen: watch,
      max: sharedConnections(databasePool),
      retryWhileFull,
    }),
    preparedStatements,
    briefTimeoutMs: statementTimeoutMs / 5,
  })
  return db
}

/** The time that brief statements have. */
export function briefTimeoutOf(db: Db) {
  return connectionsOf.get(db)?.briefTimeoutMs ?? STATEMENT_TIMEOUT_MS / 5
}

/** Connections of the pool, and what waits for one. */
export function connectionCounts(db: Db) {
  const {
    totalCount: total = 0,
    idleCount: idle = 0,
    waitingCount: waiting = 0,
  } = connectionsOf.get(db)?.counts ?? {}
  return { total, idle, waiting }
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
function shareFairly(pool: pg.Pool, retryWhileFull: RetryWhileFull): FairPool {
  const { max } = pool.options
  const share = createFairShare({ total: max, perAccount: Math.max(1, Math.floor(max / 3)) })
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const turn = await share.take()
      const lend = () => retryWhileFull(() => pool.connect())
      if (!turn) return lend()
      try {
        const client = await lend()
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

/** The statements that have run in a transaction, by their text. */
const statements = new Map<string, { name: string; opensTransaction: boolean }>()

/**
 * Kysely's queries have no names. Those of statements get theirs here, so that PostgreSQL parses them once per connection. A statement
 * that opens its transaction is sent together with its `begin`, which saves a round trip.
 */
function nameStatements(pool: FairPool): PostgresPool {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    let hasToBegin = false
    const query = async (text: string, values: readonly unknown[] = []) => {
      if (text === 'begin') {
        hasToBegin = true
        return { command: 'BEGIN', rowCount: null, rows: [] }
      }
      const { name, opensTransaction = false } = statements.get(text) ?? {}
      const begun = hasToBegin ? client.query('begin') : undefined
      hasToBegin = false
      if (!opensTransaction) await begun
      const result = client.query({ text, values: [...values], ...(name !== undefined && { name }) })
      await Promise.all([begun, result])
      return result
    }
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: (discard?: boolean) => client.release(discard),
    }
  }
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = wrapped.get(client) ?? wrap(client)
      wrapped.set(client, known)
      return known
    },
  }
}

/** Bypasses Kysely, except in a transaction, whose connection the statement must use. */
export async function runStatement<Row>(
  db: Db,
  { name, text, values }: Statement,
  { sharesConnection = false, isBrief = false, opensTransaction = false }: StatementOptions,
): Promise<Row[]> {
  const connections = connectionsOf.get(db)
  if (!connections) {
    statements.set(text, { name, opensTransaction })
    return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
  }

  const { pool, shared, preparedStatements, briefTimeoutMs } = connections
  const query = preparedStatements ? { name, text, values } : { text, values }
  if (sharesConnection) return shared.query(query)
  return retryDeadlocks(() =>
    queryPool(pool, (client) =>
      isBrief ? fetchRowsWithin(client, query, briefTimeoutMs) : fetchRows<Row>(client, query),
    ),
  )
}

/** `pool.query` closes the connection after every error. After one that PostgreSQL reported, it is still usable. */
async function queryPool<Row>(
  pool: FairPool,
  fetch: (client: pg.PoolClient) => Promise<Row[]>,
): Promise<Row[]> {
  const client = await pool.connect()
  try {
    const rows = await fetch(client)
    client.release()
    return rows
  } catch (error) {
    client.release(!(error instanceof pg.DatabaseError))
    throw error
  }
}

/** In a transaction, because a connection pooler gives the next one to another process. All three are sent together. */
async function fetchRowsWithin<Row>(client: pg.PoolClient, query: pg.QueryConfig, timeoutMs: number) {
  const begun = client.query(`begin; set local statement_timeout = ${timeoutMs}`)
  const rows = fetchRows<Row>(client, query)
  const ended = client.query('commit')
  await Promise.allSettled([begun, rows, ended])
  return rows
}
