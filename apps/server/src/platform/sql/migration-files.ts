import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * `expand`: processes of the release before go on working on the changed database. `contract`: they do not, as of all files that
 * do not say.
 */
type MigrationKind = 'expand' | 'contract'

interface MigrationFile extends Migration {
  kind: MigrationKind
}

export type MigrationFiles = Record<string, MigrationFile>

/** The numbered files of a folder by their names. The first line of each says its kind. */
export async function readMigrationFiles(folder: string): Promise<MigrationFiles> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort()
  return Object.fromEntries(
    await Promise.all(
      names.map(async (name): Promise<[string, MigrationFile]> => {
        const text = await readFile(join(folder, name), 'utf8')
        return [basename(name, '.sql'), migrationOf(basename(name, '.sql'), text)]
      }),
    ),
  )
}

function migrationOf(name: string, text: string): MigrationFile {
  const kind = text.startsWith('-- expand\n') ? 'expand' : 'contract'
  return {
    kind,
    async up(db: Kysely<unknown>) {
      await sql.raw(text).execute(db)
      if (kind === 'expand') await sql`insert into expand_migration values (${name})`.execute(db)
    },
  }
}

export async function findAppliedMigrations(db: QueryExecutorProvider) {
  if (!(await exists(db, 'kysely_migration'))) return []
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return applied.rows.map(({ name }) => name)
}

/** Those of `names` that are recorded as expand. */
export async function findExpandMigrations(db: QueryExecutorProvider, names: string[]) {
  if (names.length === 0 || !(await exists(db, 'expand_migration'))) return []
  const { rows } = await sql<{ name: string }>`
    select name from expand_migration where name = any(${names})`.execute(db)
  return rows.map(({ name }) => name)
}

async function exists(db: QueryExecutorProvider, table: string) {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass(${table}) is not null as exists`.execute(
    db,
  )
  return rows[0]?.exists ?? false
}
