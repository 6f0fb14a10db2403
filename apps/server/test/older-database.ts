import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type pg from 'pg'
import { withKysely } from './with-kysely.ts'

const FOLDER = join(import.meta.dirname, '../migrations/before')

/** Makes the tables as an earlier version did: those migrations whose names come before this one. */
export async function migrateBefore(connection: pg.ClientConfig, name: string) {
  const files = (await readdir(FOLDER)).filter((file) => file < name).sort()
  const migrations = await Promise.all(
    files.map(async (file): Promise<[string, Migration]> => {
      const text = await readFile(join(FOLDER, file), 'utf8')
      return [basename(file, '.sql'), { up: async (db) => void (await sql.raw(text).execute(db)) }]
    }),
  )
  const provider = { getMigrations: async () => Object.fromEntries(migrations) }
  const { error } = await withKysely(connection, (db) => new Migrator({ db, provider }).migrateToLatest())
  if (error) throw error
}
