import type { EmailRefusal } from '@portico/contract'
import { sql } from 'kysely'
import type { Person } from '../../../platform/realtime/live.ts'
import type { Db } from '../../../platform/sql/database.ts'

/**
 * Stores the refusal, or clears it with null. Returns the person's freelancer; undefined when nothing changed, or the
 * person has another address by now. Also ends the window of the last email, which did not arrive.
 */
export async function setEmailRefusal(
  db: Db,
  { side, personId }: Person,
  address: string,
  refusal: EmailRefusal | null,
) {
  const { rows } = await sql<{ workspaceId: string }>`
    update ${sql.table(side)}
    set email_refusal = ${refusal && JSON.stringify(refusal)}::jsonb,
      notified_at = ${refusal ? null : sql.ref('notified_at')}
    where id = ${personId} and email = ${address} ${refusal ? sql`` : sql`and email_refusal is not null`}
    returning ${side === 'client' ? sql`workspace_id` : sql`id`} as "workspaceId"`.execute(db)
  return rows[0]?.workspaceId
}
