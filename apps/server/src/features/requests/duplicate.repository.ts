import type { requests } from '@portico/contract'
import { sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { reachableProject } from '../access/reachable.ts'

interface Source {
  clientId: string
  description: string
  requests: requests.NewRequest[]
}

/**
 * What is copied of a project; undefined when the freelancer cannot reach it. The due dates of its requests move as far as its own
 * does, or, where one of the two projects has none, by the days since it was created.
 */
export async function findSource(
  trx: Db,
  actor: Freelancer,
  id: string,
  dueDate: string | null,
  now: Date,
): Promise<Source | undefined> {
  const today = sql`(${now.toISOString()}::timestamptz at time zone p.time_zone)::date`
  const { rows } = await sql<Source>`
    select p.client_id as "clientId", p.description, coalesce((
      select json_agg(json_build_object('title', r.title, 'details', r.details, 'kind', r.kind,
        'dueDate', case when r.due_date is not null
          then least(greatest(r.due_date + moved.days, '0001-01-01'), '9999-12-31') end) order by r.position)
      from request r where r.project_id = p.id
    ), '[]') as requests
    from project p, lateral (
      select coalesce(${dueDate}::date - p.due_date, ${today} - (p.created_at at time zone p.time_zone)::date) as days
    ) moved
    where p.id = ${id} and ${reachableProject('freelancer', actor, 'p')}`.execute(trx)
  return rows[0]
}
