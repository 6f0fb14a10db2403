import { join } from 'node:path'
import type { QueryExecutorProvider } from 'kysely'
import { CannotStart } from '../process/cannot-start.ts'
import {
  findAppliedMigrations,
  findExpandMigrations,
  type MigrationFiles,
  readMigrationFiles,
} from './migration-files.ts'

const SERVER = join(import.meta.dirname, '../../..')
export const FOLDERS = { migrations: join(SERVER, 'migrations'), schema: join(SERVER, 'schema') }

interface SchemaStatus {
  /** `too new`: a migration that this version does not know has taken away something that it may need. */
  state: 'ok' | 'too old' | 'too new'
  /** Migrations that have not run, in order. */
  pending: { name: string; kind: 'expand' | 'contract' }[]
  /** Of a later version. */
  unknown: string[]
  /** The first of `unknown` on whose database this version does not work. */
  breaking: string | undefined
}

/** Compares the database with the migrations that this version knows. */
export async function readSchemaStatus(db: QueryExecutorProvider, folders = FOLDERS): Promise<SchemaStatus> {
  const [before, current] = await readAll(folders.migrations)
  return compareSchema(db, before, current)
}

export async function compareSchema(
  db: QueryExecutorProvider,
  before: MigrationFiles,
  current: MigrationFiles,
): Promise<SchemaStatus> {
  const applied = await findAppliedMigrations(db)
  const unknown = applied.filter((name) => !(name in before) && !(name in current))
  const harmless = await findExpandMigrations(db, unknown)
  const breaking = unknown.find((name) => !harmless.includes(name))
  const pending = Object.entries(current)
    .filter(([name]) => !applied.includes(name))
    .map(([name, { kind }]) => ({ name, kind }))
  return {
    state: breaking ? 'too new' : pending.length > 0 ? 'too old' : 'ok',
    pending,
    unknown,
    breaking,
  }
}

/** For a process that asks often: it reads the files once. */
export function createSchemaReader(db: QueryExecutorProvider, folders = FOLDERS) {
  let files: ReturnType<typeof readAll> | undefined
  return async () => {
    files ??= readAll(folders.migrations)
    const [before, current] = await files
    return (await compareSchema(db, before, current)).state
  }
}

/** With MIGRATE=no a start leaves the database as it is. */
export async function requireMigrated(db: QueryExecutorProvider) {
  const status = await readSchemaStatus(db)
  refuseNewer(status)
  const [first] = status.pending
  if (first)
    throw new CannotStart(
      `The database is too old for this version (${first.name} has not run), and MIGRATE is no: run \`npx portico migrate\` first.`,
    )
}

export function refuseNewer({ breaking, unknown, pending }: SchemaStatus) {
  if (breaking)
    throw new CannotStart(
      `The database was made by a newer Portico (it has ${breaking}): start that version, or a newer one.`,
    )
  if (unknown.length > 0 && pending[0])
    throw new CannotStart(
      `The database was made by another Portico (it has ${unknown[0]}, and lacks ${pending[0].name}): start a version that knows both.`,
    )
}

const readAll = (folder: string) =>
  Promise.all([readMigrationFiles(join(folder, 'before')), readMigrationFiles(folder)])
