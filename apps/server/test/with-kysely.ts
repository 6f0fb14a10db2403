import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

/** A database that is dropped ends connections which are still being closed. */
export async function withKysely<Result>(
  connection: pg.ClientConfig,
  run: (db: Kysely<unknown>) => Promise<Result>,
) {
  const pool = new pg.Pool(connection)
  pool.on('error', () => {}).on('connect', (client) => void client.on('error', () => {}))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await run(db)
  } finally {
    await db.destroy()
  }
}
