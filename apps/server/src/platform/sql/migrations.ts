import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Logger as JobLogger, runMigrations as migrateJobs } from 'graphile-worker'
import { Kysely, PostgresDialect, type QueryExecutorProvider, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import type { Logger } from 'pino'
import { CannotStart } from '../process/cannot-start.ts'
import type { Db } from './database.ts'
import { applyFunctions, applySchema, isSchemaApplied, readSchema } from './schema.ts'

interface Folders {
  migrations: string
  schema: string
}

const SERVER = join(import.meta.dirname, '../../..')
const FOLDERS: Folders = { migrations: join(SERVER, 'migrations'), schema: join(SERVER, 'schema') }

/** Makes the tables of an empty database. One that was made before it has run the migrations in `before` instead. */
const BASE = '0100_base'
const NOTHING: Migration = { async up() {} }

/** Any number that no other program locks. */
const LOCK = 7_035_001

/**
 * Runs the pending numbered files in order, each run in one transaction, and applies the functions, views and triggers that have
 * changed (schema/). Under a lock: several processes may start at once, and a killed one leaves no partial migration. A file may be
 * merged after one with a higher number. There are no down migrations.
 */
export async function migrate(
  connection: pg.ClientConfig,
  log: Pick<Logger, 'info'>,
  folders = FOLDERS,
): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 3 })
  // A lost connection already fails the statement that used it.
  pool.on('error', () => {}).on('connect', (client) => void client.on('error', () => {}))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
      await bringUpToDate(db, log, folders)
    })
    await migrateJobs({ pgPool: pool, logger: new JobLogger(() => () => {}) })
  } finally {
    await db.destroy()
  }
}

async function bringUpToDate(db: Kysely<unknown>, log: Pick<Logger, 'info'>, folders: Folders) {
  const { before, current } = await readMigrations(folders.migrations)
  const schema = await readSchema(folders.schema)
  const applied = await findApplied(db)
  refuseNewer(applied, { ...before, ...current })
  if (isUpToDate(applied, current) && (await isSchemaApplied(db, schema))) return

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

/** Whether `migrate` would change the database. */
export async function hasPendingMigrations(db: Db, folders = FOLDERS) {
  const { current } = await readMigrations(folders.migrations)
  if (!isUpToDate(await findApplied(db), current)) return true
  return !(await isSchemaApplied(db, await readSchema(folders.schema)))
}

/** The first of these migrations that this version does not have. */
export async function findUnknownMigration(applied: string[], folders = FOLDERS) {
  const { before, current } = await readMigrations(folders.migrations)
  return applied.find((name) => !(name in before || name in current))
}

const isUpToDate = (applied: string[], current: Record<string, Migration>) =>
  Object.keys(current).every((name) => applied.includes(name))

async function readMigrations(folder: string) {
  const [before, current] = await Promise.all([readFolder(join(folder, 'before')), readFolder(folder)])
  return { before, current }
}

async function readFolder(folder: string): Promise<Record<string, Migration>> {
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

function refuseNewer(applied: string[], known: Record<string, Migration>) {
  const unknown = applied.find((name) => !(name in known))
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
