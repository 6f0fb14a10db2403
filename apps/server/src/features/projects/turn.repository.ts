import type { projects } from '@portico/contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import type { Parties } from '../access/parties.ts'
import { reachableProject, writableProject } from '../access/reachable.ts'
import { recordEvent } from '../events/record.ts'
import { today } from './project-columns.ts'

/**
 * Records that the turn was passed; a trigger of the event sets it (migrations/0025). Passing it to the other side
 * when that has it already is a nudge, which is allowed once a day. Undefined when nothing was passed.
 */
export async function recordPassing(
  db: Db,
  { role, id: actorId }: Actor,
  id: string,
  { to, note = null }: { to: projects.Side; note?: string | null },
  now: Date,
) {
  const at = now.toISOString()
  const { rows } = await sql<Parties>`
    with p as materialized (
      select p.*, p.turn is not distinct from ${to} as is_nudge from project p
      where p.id = ${id} and ${writableProject(role, actorId, 'p')} and p.status <> 'Completed'
      for no key update
    )
    ${recordEvent({
      id: newId(),
      by: role,
      kind: 'turn_passed',
      subject: { to: sql`${to}::text`, note: sql`${note}::text`, isNudge: sql`p.is_nudge` },
      now: at,
      from: sql`p where not p.is_nudge or (${to} <> ${role} and p.nudged_on is distinct from ${today(sql`${at}`, 'p')})`,
    })}
    returning freelancer_id as "freelancerId", client_id as "clientId"`.execute(db)
  return rows[0]
}

interface Turn {
  status: projects.ProjectStatus
  turn: projects.Side | null
  /** Until the next day begins where the freelancer is. */
  secondsLeft: number
}

export async function findTurn(db: Db, { role, id: actorId }: Actor, id: string, now: Date) {
  const at = sql<Date>`${now.toISOString()}`
  const { rows } = await sql<Turn>`
    select status, turn,
      ceil(extract(epoch from (${today(at, 'p')} + 1)::timestamp at time zone p.time_zone - ${at}::timestamptz))::int as "secondsLeft"
    from project p where id = ${id} and ${reachableProject(role, actorId, 'p')}`.execute(db)
  return rows[0]
}
