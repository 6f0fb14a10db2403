import type { clients } from '@portico/contract'
import { sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { isNotInBin, reachableClient } from '../access/reachable.ts'

/** Undefined when there is no such client for this freelancer. */
export async function countContents(db: Db, actor: Freelancer, id: string) {
  const projects = sql`project p where p.client_id = c.id and ${isNotInBin('p')}`
  const inProjects = sql`project_id in (select p.id from ${projects})`
  const { rows } = await sql<clients.Contents>`
    select (select count(*)::int from ${projects}) as projects,
      (select count(*)::int from file where state = 'stored' and is_newest and ${inProjects}) as files,
      (select count(*)::int from request where ${inProjects}) as requests,
      (select count(*)::int from feedback where ${inProjects}) as feedback,
      (select last_number from conversation where client_id = c.id) as messages,
      (select count(*)::int from bin_item b join project p on p.id = b.project_id where p.client_id = c.id) as "inBin"
    from client c where c.id = ${id} and ${reachableClient('freelancer', actor, 'c')}`.execute(db)
  return rows[0]
}
