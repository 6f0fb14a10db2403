import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'

/**
 * What the members of these sessions may do has changed: once the transaction is committed, every process reads the sessions again,
 * and their live connections end. Returns the ids, for this process to drop at once.
 */
export async function restrictSessions(trx: Db, which: RawBuilder<unknown>) {
  const { rows } = await sql<{ id: string }>`
    select id, pg_notify('session_reach_changed', id::text) from session where ${which}`.execute(trx)
  return rows.map(({ id }) => id)
}
