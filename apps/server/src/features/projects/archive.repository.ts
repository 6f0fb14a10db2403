import { sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { statement } from '../../platform/sql/statement.ts'
import { isNotInBin, reachableProject, writableClient } from '../access/reachable.ts'
import { type ChangedProject, changedProject, type Query } from './project-columns.ts'

const archiveStatement = statement<Query & { id: string }, ChangedProject>(
  'archive_project',
  ($) => sql`
    update project p set archived_at = coalesce(archived_at, ${$.now})
    where id = ${$.id} and ${reachableProject('freelancer', $.actorId, 'p')}
    returning ${changedProject($.now)}`,
)

export async function archiveProject(db: Db, { id: actorId }: Freelancer, id: string, now: Date) {
  const [changed] = await archiveStatement(db, { actorId, id, now })
  return changed
}

/** Locks the client first, as archiving them does. */
const bringBackStatement = statement<Query & { id: string }, ChangedProject>(
  'bring_back_project',
  ($) => sql`
    with c as materialized (
      select id from client
      where id = (select client_id from project where id = ${$.id}) and ${writableClient('freelancer', $.actorId)}
      for share
    )
    update project p set archived_at = null, archived_with_client = false
    from c where p.id = ${$.id} and p.client_id = c.id and ${isNotInBin('p')}
    returning ${changedProject($.now)}`,
)

/** Undefined when there is no such project for this freelancer, or its client is archived. */
export async function bringBackProject(db: Db, { id: actorId }: Freelancer, id: string, now: Date) {
  const [changed] = await bringBackStatement(db, { actorId, id, now })
  return changed
}
