import { CompiledQuery, Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Tables } from '../../tables.ts'
import { askByName, type NamedStatement } from './named-statement.ts'
import { PatientClient, type PatientConfig } from './patient-client.ts'
import { type SharedLines, shareLines } from './shared-lines.ts'

export type Db = Kysely<Tables>

// Dates travel as ISO strings from the database to the browser; only the screen formats them.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readInstant)

let [lastText, lastInstant] = ['', '']

/** What was written together bears one time, and to read it anew for each row costs as much as all its other columns. */
function readInstant(text: string) {
  if (text !== lastText) [lastText, lastInstant] = [text, new Date(text).toISOString()]
  return lastInstant
}

/** Connections of each kind, at most. What writes waits for the disk, and the disk serves many at once. */
const ALONE = 10
const READS = 3
const WRITES = 10

export function connect(connection: pg.PoolConfig, log: Logger): Db {
  const options: PatientConfig = {
    max: ALONE,
    // Together less than ten seconds: whoever asks hears by then that we are not ready.
    connectionTimeoutMillis: 3_000,
    statement_timeout: 6_000,
    patience: 6_500,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    ...connection,
  }
  // It is given the pool's options, which no type says.
  const Client = PatientClient as unknown as new () => PatientClient
  const pool = new pg.Pool({ ...options, Client })
  // Without listeners a restart of PostgreSQL would end this process: the pool hears of its idle connections only.
  const lost = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  pool.on('error', lost).on('connect', (client) => void client.on('error', lost))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: sendingByName(pool) }) })
  ways.set(db, { pool, reads: shareLines(options, READS, lost), writes: shareLines(options, WRITES, lost) })
  return db
}

/** Kysely closes only what it has used itself, and prepared statements go past it. */
export async function disconnect(db: Db) {
  await db.destroy()
  const { pool, reads, writes } = ways.get(db) ?? {}
  await Promise.all([reads?.end(), writes?.end(), pool && !pool.ending && pool.end()])
}

/** The ways into a database; a transaction has none of them, it has a connection for itself. */
interface Ways {
  pool: pg.Pool
  /** Apart, so that no read waits for the disk. */
  reads: SharedLines
  writes: SharedLines
}

const ways = new WeakMap<Db, Ways>()

const names = new Map<string, string>()

/** A place for each parameter, to be put into a statement. */
export type Placeholders<Params> = { [Key in keyof Params]: RawBuilder<Params[Key]> }

/**
 * A hot statement: compiled once, sent by name, so that PostgreSQL parses and plans it once a connection.
 * `build` gets a placeholder for each parameter.
 */
export function prepared<Params extends object, Row>(name: string, build: Build<Params, Row>) {
  return statement(name, build, ({ pool }, ...question) => askAlone<Row>(pool, ...question))
}

/** A hot statement that only reads, and little: it shares its connection with others (db/shared-lines.ts). */
export function smallRead<Params extends object, Row>(name: string, build: Build<Params, Row>) {
  return statement(name, build, ({ reads }, ...question) => reads.ask<Row>(...question))
}

/** A hot statement that writes little and is hardly ever kept waiting by others: it shares its connection like a read. */
export function smallWrite<Params extends object, Row>(name: string, build: Build<Params, Row>) {
  return statement(name, build, ({ writes }, ...question) => writes.ask<Row>(...question))
}

type Build<Params, Row> = (param: Placeholders<Params>) => RawBuilder<Row>

function statement<Params extends object, Row>(
  name: string,
  build: Build<Params, Row>,
  ask: (ways: Ways, statement: NamedStatement, values: unknown[]) => Promise<Row[]>,
) {
  let statement: { text: string; keys: (keyof Params)[] } | undefined

  return async (db: Db, params: Params): Promise<Row[]> => {
    statement ??= compile(db)
    const { text, keys } = statement
    const values = keys.map((key) => onWire(params[key]))
    const known = ways.get(db)
    // Kysely's driver on the way would cost a tenth of a request.
    if (known) return ask(known, { name, text }, values)
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

/** PostgreSQL's own classes: what was given is refused, or another goes first. Nothing is wrong with the connection. */
const HARMLESS = /^(22|23|40)/

/** On a connection that nobody else has meanwhile. */
function askAlone<Row>(pool: pg.Pool, statement: NamedStatement, values: unknown[]) {
  return new Promise<Row[]>((resolve, reject) => {
    pool.connect((failed, client, release) => {
      if (!client) return reject(failed)
      askByName<Row>(client, statement, values, (error, rows) => {
        release(error && !HARMLESS.test((error as pg.DatabaseError).code ?? '') ? error : undefined)
        if (error) reject(error)
        else resolve(rows)
      })
    })
  })
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
      new Promise((resolve, reject) => {
        client.query({ name: names.get(text), text, values: values as unknown[] }, (error, result) => {
          if (error) reject(error)
          else resolve(result)
        })
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
