import { requests } from '@portico/contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { reachableProject } from '../access/reachable.ts'
import { recordEvent } from '../events/record.ts'
import { requestSubject } from './request-columns.ts'

// The caller has locked the project (lock-project.ts).

const from = sql`r join project p on p.id = r.project_id`

export interface NewRow {
  id: string
  title: string
  details: string | null
  kind: requests.RequestKind
  dueDate: string | null
  clientRequestId: string | null
}

/** The ids of requests that an earlier call has added, by the sender's `clientRequestId`. */
export async function findAdded(trx: Db, projectId: string, clientRequestIds: string[]) {
  if (clientRequestIds.length === 0) return new Map<string, string>()
  const rows = await trx
    .selectFrom('request')
    .select(['id', 'client_request_id as clientRequestId'])
    .where('project_id', '=', projectId)
    .where('client_request_id', 'in', clientRequestIds)
    .execute()
  return new Map(rows.map(({ id, clientRequestId }) => [clientRequestId, id]))
}

/** Appends the requests in this order. False, without adding any, when there would be too many. */
export async function insertRequests(trx: Db, projectId: string, rows: NewRow[], now: Date) {
  const at = now.toISOString()
  const inserted = await sql`
    with last as (
      select p.*, (select count(*)::int from request where project_id = p.id) as position from project p where p.id = ${projectId}
    ), r as (
      insert into request (id, project_id, freelancer_id, client_id, position, title, details, kind, due_date, client_request_id,
        state_since, created_at)
      select row.id, last.id, last.freelancer_id, last.client_id, last.position + row.n, row.title, row.details, row.kind,
        row."dueDate", row."clientRequestId", ${at}, ${at}
      from last, rows from (
        json_to_recordset(${JSON.stringify(rows)}) as (id uuid, title text, details text, kind text, "dueDate" date, "clientRequestId" text)
      ) with ordinality as row (id, title, details, kind, "dueDate", "clientRequestId", n)
      where last.position + ${rows.length} <= ${requests.MAX_REQUESTS}
      returning *
    ), event as (${recordEvent({
      id: newId(),
      by: 'freelancer',
      kind: 'request_added',
      subject: { ...requestSubject, count: sql`(select count(*) from r)` },
      now: at,
      from: sql`(select * from r order by position limit 1) as r join project p on p.id = r.project_id`,
    })})
    select id from r`.execute(trx)
  return inserted.rows.length === rows.length
}

type Copy = Pick<NewRow, 'title' | 'details' | 'kind'> & { sourceId: string }

/** The requests of a project in their order; undefined when the freelancer cannot reach it. */
export async function findRequestsToCopy(trx: Db, { id: actorId }: Freelancer, projectId: string) {
  const { rows } = await sql<{ copies: Copy[] }>`
    select coalesce((
      select json_agg(json_build_object('sourceId', id, 'title', title, 'details', details, 'kind', kind) order by position)
      from request where project_id = p.id
    ), '[]') as copies
    from project p where p.id = ${projectId} and ${reachableProject('freelancer', actorId, 'p')}`.execute(trx)
  return rows[0]?.copies
}

/** Undefined fields stay as they are. */
export async function updateRequest(
  trx: Db,
  id: string,
  { title, details, dueDate }: requests.RequestChange,
) {
  const set = {
    ...(title !== undefined && { title }),
    ...(details !== undefined && { details }),
    ...(dueDate !== undefined && { due_date: dueDate }),
  }
  if (Object.keys(set).length > 0) await trx.updateTable('request').set(set).where('id', '=', id).execute()
}

/** The requests in between move by one. */
export async function moveRequest(trx: Db, id: string, position: number) {
  await sql`
    with moved as (
      select r.id, r.project_id, r.position as old, least(${position}, (
        select count(*)::int from request where project_id = r.project_id
      )) as new
      from request r where r.id = ${id}
    )
    update request r
    set position = case when r.id = moved.id then moved.new else r.position + sign(moved.old - moved.new)::int end
    from moved
    where r.project_id = moved.project_id and moved.old <> moved.new
      and r.position between least(moved.old, moved.new) and greatest(moved.old, moved.new)`.execute(trx)
}

/** The requests below it move up. */
export async function deleteRequest(trx: Db, projectId: string, id: string, now: Date) {
  const { rows } = await sql<{ position: number }>`
    delete from request where id = ${id} returning position`.execute(trx)
  if (!rows[0]) return false
  await sql`
    update request set position = position - 1
    where project_id = ${projectId} and position > ${rows[0].position}`.execute(trx)
  await sql`select count_waiting_requests(${projectId}, ${now.toISOString()})`.execute(trx)
  return true
}

/** False when it is not answered. */
export async function acceptAnswer(trx: Db, id: string, now: Date) {
  const at = now.toISOString()
  const { rows } = await sql`
    with r as (
      update request set state = 'accepted', state_since = ${at} where id = ${id} and state = 'answered' returning *
    ), event as (${recordEvent({
      id: newId(),
      by: 'freelancer',
      kind: 'request_accepted',
      subject: requestSubject,
      now: at,
      from,
    })})
    select id from r`.execute(trx)
  return rows.length > 0
}

/** False when it is open already. */
export async function sendBack(trx: Db, id: string, reason: string | null, now: Date) {
  const at = now.toISOString()
  const { rows } = await sql`
    with r as (
      update request set state = 'open', state_since = ${at}, sent_back = true, reason = ${reason}
      where id = ${id} and state <> 'open' returning *
    ), event as (${recordEvent({
      id: newId(),
      by: 'freelancer',
      kind: 'request_reopened',
      subject: { ...requestSubject, note: sql`r.reason` },
      now: at,
      from,
    })})
    select id from r`.execute(trx)
  return rows.length > 0
}

export async function setRemindersOn(trx: Db, projectId: string, on: boolean) {
  await trx.updateTable('project').set({ reminders_on: on }).where('id', '=', projectId).execute()
}
