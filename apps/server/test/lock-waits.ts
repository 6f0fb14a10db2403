import { sql } from 'kysely'
import type { Db } from '../src/platform/sql/database.ts'

/** How many statements of this database wait for a lock, among those whose text is `like` this. */
export async function countLockWaits(db: Db, like = '%') {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like ${like}`.execute(db)
  return rows.length
}
