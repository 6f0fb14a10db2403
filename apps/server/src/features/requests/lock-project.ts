import { sql } from 'kysely'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import type { Parties } from '../access/parties.ts'
import { writableProject } from '../access/reachable.ts'

export interface LockedProject extends Parties {
  projectId: string
}

/**
 * Locks the project until the transaction ends, so that changes of its requests wait for each other. A statement of
 * its own, because a statement does not see what was committed while it waited for a lock. Undefined when this person
 * cannot write to the project.
 */
export async function lockProject(trx: Db, { role, id: actorId }: Actor, projectId: string) {
  const { rows } = await sql<LockedProject>`
    select p.id as "projectId", p.freelancer_id as "freelancerId", p.client_id as "clientId" from project p
    where p.id = ${projectId} and ${writableProject(role, actorId, 'p')} for no key update`.execute(trx)
  return rows[0]
}

export async function lockProjectOfRequest(trx: Db, { role, id: actorId }: Actor, requestId: string) {
  const { rows } = await sql<LockedProject>`
    select p.id as "projectId", p.freelancer_id as "freelancerId", p.client_id as "clientId"
    from request r join project p on p.id = r.project_id
    where r.id = ${requestId} and ${writableProject(role, actorId, 'p')} for no key update of p`.execute(trx)
  return rows[0]
}
