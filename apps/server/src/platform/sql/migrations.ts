import { join } from 'node:path'
import { Logger as JobLogger, runMigrations as migrateJobs } from 'graphile-worker'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Db } from './database.ts'
import { findAppliedMigrations, readMigrationFiles } from './migration-files.ts'
import { retryWhileLocked } from './retry-while-locked.ts'
import { applyFunctions, applySchema, isSchemaApplied, readSchema } from './schema.ts'
import { compareSchema, FOLDERS, readSchemaStatus, refuseNewer } from './schema-status.ts'

type Folders = typeof FOLDERS

/** Makes the tables of an empty database. One that was made before it has run the migrations in `before` instead. */
const BASE = '0100_base'
const NOTHING: Migration = { async up() {} }

/** Any number that no other program locks. */
const LOCK = 7_035_001

/** How long a statement of a migration waits for a table, and how long others then have it to themselves. */
const LOCK_TIMEOUT = '3s'
const LOCK_RETRY_DELAY_MS = 2_000

/**
 * Runs the pending numbered files in order, each run in one transaction, and applies the functions, views and triggers that have
 * changed (schema/). Under a lock: several processes may start at once, and a killed one leaves no partial migration. A file may be
 * merged after one with a higher number. There are no down migrations. A database that a later version has changed, and on which this one
 * works, is left as it is.
 */
export async function migrate(
  connection: pg.ClientConfig,
  log: Pick<Logger, 'info'>,
  folders = FOLDERS,
): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 3 })
  // A lost connection already fails the statement that used it.
  pool
    .on('error', () => {})
    .on('connect', (client) => {
      client.on('error', () => {})
      client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`).catch(() => {})
    })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await retryWhileLocked(log, LOCK_RETRY_DELAY_MS, async () => {
      await db.transaction().execute(async (trx) => {
        // Another process may migrate for long.
        await sql`set local lock_timeout = 0`.execute(trx)
        await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
        await bringUpToDate(db, log, folders)
      })
      await migrateJobs({ pgPool: pool, logger: new JobLogger(() => () => {}) })
    })
  } finally {
    await db.destroy()
  }
}

async function bringUpToDate(db: Kysely<unknown>, log: Pick<Logger, 'info'>, folders: Folders) {
  const { before, current } = await readMigrations(folders.migrations)
  const status = await compareSchema(db, before, current)
  refuseNewer(status)
  // A later version has made functions and views that this one can use, and would lose them.
  if (status.unknown.length > 0) return
  const schema = await readSchema(folders.schema)
  const applied = await findAppliedMigrations(db)
  if (status.state === 'ok' && (await isSchemaApplied(db, schema))) return

  const isOld = applied.some((name) => name in before)
  if (isOld) {
    const since = Object.fromEntries(Object.entries(current).filter(([name]) => applied.includes(name)))
    await run(db, log, { ...before, ...since })
  }
  await applyFunctions(db, schema)
  await run(db, log, isOld ? { ...before, ...current, [BASE]: NOTHING } : current)
  await applySchema(db, schema)
}

async function run(db: Kysely<unknown>, log: Pick<Logger, 'info'>, migrations: Record<string, Migration>) {
  const provider = { getMigrations: async () => migrations }
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  for (const { migrationName } of results) log.info({ migration: migrationName }, 'migrated')
}

/** Whether a migration that has not run breaks processes of the release before. */
export async function hasPendingContract(db: Db, folders = FOLDERS) {
  const { pending } = await readSchemaStatus(db, folders)
  return pending.some(({ kind }) => kind === 'contract')
}

/** The first of these migrations that this version does not have. */
export async function findUnknownMigration(applied: string[], folders = FOLDERS) {
  const { before, current } = await readMigrations(folders.migrations)
  return applied.find((name) => !(name in before || name in current))
}

async function readMigrations(folder: string) {
  const [before, current] = await Promise.all([
    readMigrationFiles(join(folder, 'before')),
    readMigrationFiles(folder),
  ])
  return { before, current }
}
