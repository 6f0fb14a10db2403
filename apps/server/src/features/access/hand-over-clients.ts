import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'

interface Handover {
  workspaceId: string
  from: string
  to: string
  now: Date
}

/** Whom one led is led by the other, who is assigned to all clients of both, and notified of them, from then on. */
export async function handOverClients(trx: Db, { workspaceId, from, to, now }: Handover) {
  await sql`
    insert into client_member (client_id, person_id, workspace_id, assigned_at)
    select client_id, ${to}, workspace_id, ${now}::timestamptz from client_member where workspace_id = ${workspaceId} and person_id = ${from}
    on conflict do nothing`.execute(trx)
  await trx
    .updateTable('client')
    .set({ lead_id: to })
    .where('workspace_id', '=', workspaceId)
    .where('lead_id', '=', from)
    .where('contact_of', 'is', null)
    .execute()
}
