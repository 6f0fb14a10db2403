import type { clients } from '@portico/contract'
import { sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { dropUnread } from '../access/drop-unread.ts'
import { reachableClient } from '../access/reachable.ts'
import { lockProjectsOf } from './clients.repository.ts'
import { leadJson, membersJson } from './member-columns.ts'

/** A client that is locked with their projects and conversation, so that nobody is notified of them meanwhile. */
export interface LockedClient {
  id: string
  leadId: string
  memberIds: string[]
  isArchived: boolean
}

/**
 * The client first and then its projects, as everybody locks them. Undefined when it cannot be reached. Who is assigned is read by a
 * statement after the locks, because another change may have been committed meanwhile.
 */
export async function lockClientWithProjects(
  trx: Db,
  actor: Freelancer,
  id: string,
): Promise<LockedClient | undefined> {
  const locked = await trx
    .selectFrom('client')
    .where(reachableClient(actor.side, actor))
    .where('id', '=', id)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!locked) return
  await lockProjectsOf(trx, id)
  await trx
    .selectFrom('conversation')
    .where('client_id', '=', id)
    .select('client_id')
    .forNoKeyUpdate()
    .execute()
  const { rows } = await sql<LockedClient>`
    select id, lead_id as "leadId", archived_at is not null as "isArchived",
      array(select person_id from client_member where client_id = client.id) as "memberIds"
    from client where id = ${id}`.execute(trx)
  return rows[0]
}

/** Assigns members from now on and others no longer, whose notifications of the client go. The caller has locked the client. */
export async function saveMembers(
  trx: Db,
  { workspaceId }: Freelancer,
  client: LockedClient,
  { memberIds, leadId }: { memberIds: string[]; leadId: string },
  now: Date,
) {
  const added = memberIds.filter((id) => !client.memberIds.includes(id))
  const removed = client.memberIds.filter((id) => !memberIds.includes(id))
  for (const id of added)
    await trx
      .insertInto('client_member')
      .values({
        client_id: client.id,
        person_id: id,
        workspace_id: workspaceId,
        assigned_at: now.toISOString(),
      })
      .execute()
  if (leadId !== client.leadId)
    await trx.updateTable('client').set({ lead_id: leadId }).where('id', '=', client.id).execute()
  if (removed.length === 0) return
  await trx
    .deleteFrom('client_member')
    .where('client_id', '=', client.id)
    .where('person_id', 'in', removed)
    .execute()
  await dropUnread(trx, [client.id], removed)
  // Open conversations: each process lets go of the connections of those who do not reach the client any more.
  await sql`select pg_notify('members_unassigned', ${client.id})`.execute(trx)
}

export async function readMembers(db: Db, clientId: string) {
  const { rows } = await sql<clients.ClientMembers>`
    select ${membersJson(sql`client.id`, sql`client.lead_id`)} as members, ${leadJson(sql`client.lead_id`)} as lead
    from client where id = ${clientId}`.execute(db)
  return rows[0] as clients.ClientMembers
}
