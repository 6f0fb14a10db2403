import type { EmailRefusal } from '@portico/contract'
import { sql } from 'kysely'
import type { Person } from '../../../platform/realtime/live.ts'
import type { Db } from '../../../platform/sql/database.ts'

/**
 * Stores the refusal, or clears it with null. Returns who sees it: the person, or the workspace of a client; undefined when nothing changed, or the
 * person has another address by now. Also ends the window of the last email, which did not arrive.
 */
export async function setEmailRefusal(
  db: Db,
  { side, personId }: Person,
  address: string,
  refusal: EmailRefusal | null,
) {
  const { rows } = await sql<{ id: string }>`
    update ${sql.table(side)}
    set email_refusal = ${refusal && JSON.stringify(refusal)}::jsonb,
      notified_at = ${refusal ? null : sql.ref('notified_at')}
    where id = ${personId} and email = ${address} ${refusal ? sql`` : sql`and email_refusal is not null`}
    returning ${sql.ref(side === 'client' ? 'workspace_id' : 'id')} as id`.execute(db)
  return rows[0]?.id
}
