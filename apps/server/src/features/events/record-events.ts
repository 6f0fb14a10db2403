import type { activity } from '@portico/contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'

/** What happened, with the names of then. What readers add to a subject is not stored. */
export type NewEvent = {
  [Kind in activity.EventKind]: {
    kind: Kind
    subject: Omit<activity.Subject<Kind>, 'message' | 'isDeleted'>
    /** The name of a guest, because no row has it. */
    guest?: string
  }
}[activity.EventKind]

/** A project, or a client without one. */
export interface Scope {
  freelancerId: string
  clientId: string
  projectId: string | null
}

/** The caller has locked the project, or the client without one, because events are numbered. */
export async function recordEvents(
  trx: Db,
  { freelancerId, clientId, projectId }: Scope,
  by: Actor['role'] | 'system',
  events: NewEvent[],
  now: Date,
) {
  if (events.length === 0) return
  const rows = events.map(({ kind, subject, guest }) => ({ id: newId(), kind, subject, guest }))
  await sql`
    insert into event (id, freelancer_id, client_id, project_id, actor_type, actor_name, kind, subject, created_at)
    select e.id, ${freelancerId}, ${clientId}, ${projectId}, case when e.guest is null then ${by} else 'guest' end,
      coalesce(e.guest, ${nameOf(by, { freelancerId, clientId })}), e.kind, e.subject, ${now.toISOString()}
    from json_to_recordset(${JSON.stringify(rows)}) as e (id uuid, kind text, subject jsonb, guest text)`.execute(
    trx,
  )
}

function nameOf(by: Actor['role'] | 'system', { freelancerId, clientId }: Omit<Scope, 'projectId'>) {
  if (by === 'system') return sql`'Portico'`
  return by === 'freelancer'
    ? sql`(select name from freelancer where id = ${freelancerId})`
    : sql`(select first_name || ' ' || last_name from client where id = ${clientId})`
}
