import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import { dropUnread } from './drop-unread.ts'

interface Handover {
  workspaceId: string
  from: string
  to: string
  now: Date
}

/**
 * When somebody leaves a workspace: whom they led is led by the other, who is assigned to all of their clients, and notified of them,
 * from then on. What was unread for the one who leaves goes.
 */
export async function handOverClients(trx: Db, { workspaceId, from, to, now }: Handover) {
  const { rows: assigned } = await sql<{ clientId: string }>`
    delete from client_member where workspace_id = ${workspaceId} and person_id = ${from} returning client_id as "clientId"`.execute(
    trx,
  )
  const clientIds = assigned.map(({ clientId }) => clientId)
  await sql`
    insert into client_member (client_id, person_id, workspace_id, assigned_at)
    select client_id, ${to}, ${workspaceId}, ${now}::timestamptz from unnest(${clientIds}::uuid[]) as handed (client_id)
    on conflict do nothing`.execute(trx)
  await trx
    .updateTable('client')
    .set({ lead_id: to })
    .where('workspace_id', '=', workspaceId)
    .where('lead_id', '=', from)
    .where('contact_of', 'is', null)
    .execute()
  await dropUnread(trx, clientIds, [from])
}
