import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Logger as JobLogger, runMigrations as migrateJobs } from 'graphile-worker'
import { Kysely, PostgresDialect, type QueryExecutorProvider, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import type { Logger } from 'pino'
import { CannotStart } from '../process/cannot-start.ts'
import type { Db } from './database.ts'

const FOLDER = join(import.meta.dirname, '../../../migrations')

/**
 * Runs the pending numbered files in order, in one transaction and under a lock: several processes may start at once,
 * and a killed one leaves no partial migration. A file may be merged after one with a higher number. There are no
 * down migrations.
 */
export async function migrate(
  connection: pg.ClientConfig,
  log: Pick<Logger, 'info'>,
  folder = FOLDER,
): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 2 })
  // A lost connection already fails the statement that used it.
  pool.on('error', () => {}).on('connect', (client) => void client.on('error', () => {}))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const files = await readMigrations(folder)
    const provider = { getMigrations: async () => files }
    const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true })
    await refuseNewer(db, Object.keys(files))

    const { error, results = [] } = await migrator.migrateToLatest()
    if (error) throw error
    for (const { migrationName } of results) log.info({ migration: migrationName }, 'migrated')
    await migrateJobs({ pgPool: pool, logger: new JobLogger(() => () => {}) })
  } finally {
    await db.destroy()
  }
}

/** Whether `migrate` would change the database. */
export async function hasPendingMigrations(db: Db, folder = FOLDER) {
  const applied = await findApplied(db)
  return Object.keys(await readMigrations(folder)).some((name) => !applied.includes(name))
}

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort()
  return Object.fromEntries(
    await Promise.all(
      names.map(async (name) => {
        const text = await readFile(join(folder, name), 'utf8')
        return [
          basename(name, '.sql'),
          { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) },
        ]
      }),
    ),
  )
}

async function refuseNewer(db: Kysely<unknown>, known: string[]) {
  const unknown = (await findApplied(db)).find((name) => !known.includes(name))
  if (!unknown) return
  throw new CannotStart(
    `The database was made by a newer Portico (it has ${unknown}): start that version, or a newer one.`,
  )
}

async function findApplied(db: QueryExecutorProvider) {
  const { rows } = await sql<{
    exists: boolean
  }>`select to_regclass('kysely_migration') is not null as exists`.execute(db)
  if (!rows[0]?.exists) return []
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return applied.rows.map(({ name }) => name)
}
