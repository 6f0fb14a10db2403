import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import { membersWhoSee } from './people-of-client.ts'

/** Of people who do not work with these clients any more. With what is unread go the emails and pushes that are due. */
export async function dropUnread(trx: Db, clientIds: string[], personIds: string[]) {
  const projects = sql`select id from project where client_id = any(${clientIds}::uuid[])`
  await sql`
    delete from unread where person_id = any(${personIds}::uuid[])
      and (scope_id = any(${clientIds}::uuid[]) or scope_id in (${projects}))`.execute(trx)
  await sql`
    delete from deadline_reminder
    where person_id = any(${personIds}::uuid[]) and project_id in (${projects})`.execute(trx)
  await sql`
    delete from conversation_reader
    where person_id = any(${personIds}::uuid[]) and client_id = any(${clientIds}::uuid[])`.execute(trx)
}

/** The same of a member who sees less of the workspace from now on, or nothing: a member may be notified of clients that they only see. */
export async function dropUnreadOutOfReach(
  trx: Db,
  { workspaceId, personId }: { workspaceId: string; personId: string },
) {
  await sql`
    delete from unread u using client c
    where u.person_id = ${personId} and u.reader = 'freelancer' and c.workspace_id = ${workspaceId}
      and c.id = coalesce((select client_id from project where id = u.scope_id), u.scope_id)
      and not exists (select from ${membersWhoSee(sql`c.id`, sql`c.workspace_id`)} and m.person_id = u.person_id)`.execute(
    trx,
  )
}
