import { CompiledQuery, Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Tables } from '../tables.ts'
import { cut, isSilence } from './line.ts'
import { askByName } from './named-statement.ts'

export type Db = Kysely<Tables>

// Dates travel as ISO strings from the database to the browser; only the screen formats them.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (instant) => new Date(instant).toISOString())

export function connect(connection: pg.PoolConfig, log: Logger): Db {
  const pool = new pg.Pool({
    max: 10,
    // Together less than ten seconds: whoever asks hears by then that we are not ready.
    connectionTimeoutMillis: 3_000,
    statement_timeout: 6_000,
    query_timeout: 6_500,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    ...connection,
  })
  // Without listeners a restart of PostgreSQL would end this process: the pool hears of its idle connections only.
  const lost = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  pool.on('error', lost).on('connect', (client) => void client.on('error', lost))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: sendingByName(pool) }) })
  pools.set(db, pool)
  return db
}

/** Kysely closes only what it has used itself, and prepared statements go past it. */
export async function disconnect(db: Db) {
  await db.destroy()
  const pool = pools.get(db)
  if (pool && !pool.ending) await pool.end()
}

/** The pool behind a database; a transaction is none, it has one connection for itself. */
const pools = new WeakMap<Db, pg.Pool>()

const names = new Map<string, string>()

/** A place for each parameter, to be put into a statement. */
export type Placeholders<Params> = { [Key in keyof Params]: RawBuilder<Params[Key]> }

/**
 * A hot statement: compiled once, sent by name, so that PostgreSQL parses and plans it once a connection.
 * `build` gets a placeholder for each parameter.
 */
export function prepared<Params extends object, Row>(
  name: string,
  build: (param: Placeholders<Params>) => RawBuilder<Row>,
) {
  let statement: { text: string; keys: (keyof Params)[] } | undefined

  return async (db: Db, params: Params): Promise<Row[]> => {
    statement ??= compile(db)
    const { text, keys } = statement
    const values = keys.map((key) => onWire(params[key]))
    const pool = pools.get(db)
    // Kysely's driver on the way would cost a tenth of a request.
    if (pool) return askByName<Row>(pool, { name, text }, values)
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, values))
    return rows
  }

  /** A parameter that stands in several places is sent once. */
  function compile(db: Db) {
    const placeholders = new Proxy({} as Placeholders<Params>, {
      get: (_, key) => sql`${{ key } as Placeholder<Params>}`,
    })
    const compiled = build(placeholders).compile(db)
    const places = compiled.parameters.map((place) => (place as Placeholder<Params>).key)
    const keys = [...new Set(places)]
    const text = compiled.sql.replace(
      /\$(\d+)/g,
      (_, n) => `$${keys.indexOf(places[n - 1] as keyof Params) + 1}`,
    )
    names.set(text, name)
    return { text, keys }
  }
}

/** As PostgreSQL reads it fastest. */
function onWire(value: unknown) {
  return value instanceof Date ? value.toISOString() : value
}

interface Placeholder<Params> {
  key: keyof Params
}

/** Kysely sends text and values only; this puts the name of a prepared statement beside them. */
function sendingByName(pool: pg.Pool) {
  const senders = new WeakMap<pg.PoolClient, ReturnType<typeof sender>>()
  const sender = (client: pg.PoolClient) => ({
    query: (text: string, values: readonly unknown[]) =>
      client.query({ name: names.get(text), text, values: values as unknown[] }).catch((error) => {
        // Still waiting for that answer, it would keep the next one waiting too.
        if (isSilence(error)) cut(client)
        throw error
      }),
    release: (error?: boolean | Error) => client.release(error),
  })
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = senders.get(client) ?? sender(client)
      senders.set(client, known)
      return known as unknown as pg.PoolClient
    },
  }
}
