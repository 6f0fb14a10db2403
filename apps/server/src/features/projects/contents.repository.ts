import type { projects } from '@portico/contract'
import { sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { reachableProject } from '../access/reachable.ts'

/** Undefined when there is no such project for this freelancer. */
export async function countContents(db: Db, actor: Freelancer, id: string) {
  const { rows } = await sql<projects.Contents>`
    select (select count(*)::int from file where project_id = p.id and state = 'stored' and is_newest) as files,
      (select count(*)::int from request where project_id = p.id) as requests,
      (select count(*)::int from feedback where project_id = p.id) as feedback
    from project p where p.id = ${id} and ${reachableProject('freelancer', actor, 'p')}`.execute(db)
  return rows[0]
}
