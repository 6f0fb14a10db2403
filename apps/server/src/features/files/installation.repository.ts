import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import { hasBytes } from './file-state.ts'

export interface Installation {
  id: string
  /** When its id was written into its storage. */
  markedAt: string | null
  cleanUpNotBefore: string
  /** Whether the database has no accounts. */
  isEmpty: boolean
}

export async function findInstallation(db: Db) {
  const { rows } = await sql<Installation>`
    select id, marked_at as "markedAt", clean_up_not_before as "cleanUpNotBefore",
      not exists (select from freelancer) as "isEmpty"
    from installation`.execute(db)
  return rows[0]
}

/** Creates the installation unless there is one. When several processes start at once, the first id is kept. */
export async function insertInstallation(db: Db, row: { id: string; version: string; pausedUntil: Date }) {
  await db
    .insertInto('installation')
    .values({ id: row.id, version: row.version, clean_up_not_before: row.pausedUntil.toISOString() })
    .onConflict((conflict) => conflict.column('is_only').doNothing())
    .execute()
}

export async function noteVersion(db: Db, version: string, pausedUntil: Date) {
  await db
    .updateTable('installation')
    .set({ version, clean_up_not_before: pausedUntil.toISOString() })
    .where('version', '<>', version)
    .execute()
}

export async function pauseCleanUp(db: Db, until: Date) {
  await db.updateTable('installation').set({ clean_up_not_before: until.toISOString() }).execute()
}

/**
 * The same, if this database was restored from a dump since Portico last wrote the row: then the row names another
 * transaction than `xmin`. Returns whether it was.
 */
export async function pauseCleanUpIfRestored(db: Db, until: Date) {
  const { numUpdatedRows } = await db
    .updateTable('installation')
    .set({ clean_up_not_before: until.toISOString() })
    .where(sql<boolean>`xmin::text::bigint <> written_by % 4294967296`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteAllSessions(db: Db) {
  const { numDeletedRows } = await db.deleteFrom('session').executeTakeFirst()
  return Number(numDeletedRows)
}

export async function setMarked(db: Db, at: Date) {
  await db.updateTable('installation').set({ marked_at: at.toISOString() }).execute()
}

/** Whether any of these ids is a file, in whichever state. */
export async function knowsAnyOf(db: Db, ids: string[]) {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from file where id = any (${ids}::uuid[])) as known`.execute(db)
  return rows[0]?.known === true
}

export async function hasFiles(db: Db) {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from file where ${hasBytes('file')}) as found`.execute(db)
  return rows[0]?.found === true
}
