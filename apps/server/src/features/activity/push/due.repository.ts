import { sql } from 'kysely'
import type { Db } from '../../../platform/sql/database.ts'

interface DuePush {
  scopeId: string
  sessionId: string
}

/**
 * Takes due pushes, so that no other process does, and returns them for each subscribed session: of a member only those in the
 * workspace that it is about. Rows that another process has locked stay due.
 */
export async function takeDuePushes(trx: Db, now: Date, most: number) {
  const { rows } = await sql<{ scopeId: string; personId: string }>`
    update unread set push_due = null, pushed_at = ${now} where (scope_id, person_id) in (
      select scope_id, person_id from unread where push_due <= ${now}
      limit ${sql.lit(most)} for no key update skip locked
    )
    returning scope_id as "scopeId", person_id as "personId"`.execute(trx)
  if (rows.length === 0) return { taken: 0, pushes: [] }
  const { rows: pushes } = await sql<DuePush>`
    select due.scope_id as "scopeId", session.id as "sessionId"
    from unnest(${rows.map(({ scopeId }) => scopeId)}::uuid[], ${rows.map(({ personId }) => personId)}::uuid[])
      as due (scope_id, person_id)
    join session on session.client_id = due.person_id or session.freelancer_id = due.person_id and session.workspace_id in (
      select workspace_id from project where id = due.scope_id union all select workspace_id from client where id = due.scope_id
    )
    join push_subscription as push on push.session_id = session.id
    where session.expires_at > ${now}`.execute(trx)
  return { taken: rows.length, pushes }
}
