import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from '../../tables.ts'

export interface OneConnection {
  client: pg.Client
  /** Runs on `client`, and so in its transaction. */
  db: Kysely<Tables>
  close(): Promise<void>
}

/** How values are written as text, so that two databases write the same. */
const SETTINGS = `
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '60s';
  set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
  set bytea_output = 'hex'; set client_encoding = 'UTF8'; set synchronize_seqscans = off; set search_path = public;
  set check_function_bodies = off; set client_min_messages = warning`

/** A connection outside the pool: a transaction may take hours, and COPY needs the client itself. */
export async function openConnection(connection: pg.ClientConfig): Promise<OneConnection> {
  const { query_timeout, statement_timeout, ...where } = connection
  const client = new pg.Client(where)
  client.on('error', () => {}) // the statement fails with the same error
  await client.connect()
  await client.query(SETTINGS)
  const borrowed = Object.create(client, {
    query: { value: client.query.bind(client) },
    release: { value: () => {} },
  }) as pg.PoolClient
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: { options: {}, connect: async () => borrowed, end: async () => {} },
    }),
  })
  return { client, db, close }

  /** A COPY that failed half-way may leave the client waiting. Without its connection, PostgreSQL rolls back. */
  async function close() {
    const timer = setTimeout(() => client.connection.stream.destroy(), CLOSE_TIMEOUT_MS)
    await client.end().finally(() => clearTimeout(timer))
  }
}

const CLOSE_TIMEOUT_MS = 2_000
