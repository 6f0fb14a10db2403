import type { requests } from '@portico/contract'
import { sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import type { LockedProject } from '../access/lock-project.ts'
import { reachableProject } from '../access/reachable.ts'
import { firstReminderDay } from '../events/consequences.ts'

export interface NewRow {
  id: string
  title: string
  details: string | null
  kind: requests.RequestKind
  dueDate: string | null
  clientRequestId: string | null
}

/** The ids of requests that an earlier call has added, by the sender's `clientRequestId`. */
export async function findAdded(trx: Db, project: LockedProject, clientRequestIds: string[]) {
  if (clientRequestIds.length === 0) return new Map<string, string>()
  const rows = await trx
    .selectFrom('request')
    .select(['id', 'client_request_id as clientRequestId'])
    .where('project_id', '=', project.id)
    .where('client_request_id', 'in', clientRequestIds)
    .execute()
  return new Map(rows.map(({ id, clientRequestId }) => [clientRequestId, id]))
}

export async function countRequests(trx: Db, { id }: LockedProject) {
  const { count } = await trx
    .selectFrom('request')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('project_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Appends the requests in this order to the `count` that there are. */
export async function insertRequests(
  trx: Db,
  { id, workspaceId, clientId }: LockedProject,
  { rows, count }: { rows: NewRow[]; count: number },
  now: Date,
) {
  const at = now.toISOString()
  await sql`
    insert into request (id, project_id, workspace_id, client_id, position, title, details, kind, due_date, client_request_id,
      state_since, created_at, remind_on)
    select row.id, ${id}, ${workspaceId}, ${clientId}, ${count}::int + row.n, row.title, row.details, row.kind,
      row."dueDate", row."clientRequestId", ${at}, ${at}, ${firstReminderDay(now, sql`${clientId}`)}
    from rows from (
      json_to_recordset(${JSON.stringify(rows)}) as (id uuid, title text, details text, kind text, "dueDate" date, "clientRequestId" text)
    ) with ordinality as row (id, title, details, kind, "dueDate", "clientRequestId", n)`.execute(trx)
}

type Copy = Pick<NewRow, 'title' | 'details' | 'kind'> & { sourceId: string }

/** The requests of a project in their order; undefined when the freelancer cannot reach it. */
export async function findRequestsToCopy(trx: Db, actor: Freelancer, projectId: string) {
  const { rows } = await sql<{ copies: Copy[] }>`
    select coalesce((
      select json_agg(json_build_object('sourceId', id, 'title', title, 'details', details, 'kind', kind) order by position)
      from request where project_id = p.id
    ), '[]') as copies
    from project p where p.id = ${projectId} and ${reachableProject('freelancer', actor, 'p')}`.execute(trx)
  return rows[0]?.copies
}

/** The row of a request, for its events and rules. */
export interface RequestRow {
  id: string
  title: string
  details: string | null
  state: requests.RequestState
  /** Why it was sent back. */
  reason: string | null
  position: number
}

/** Undefined when it was deleted meanwhile. */
export function findRequestRow(trx: Db, project: LockedProject, id: string): Promise<RequestRow | undefined> {
  return trx
    .selectFrom('request')
    .select(['id', 'title', 'details', 'state', 'reason', 'position'])
    .where('id', '=', id)
    .where('project_id', '=', project.id)
    .executeTakeFirst()
}

/** Those of these requests that are answered, in their order. */
export function findAnswered(trx: Db, project: LockedProject, ids: string[]): Promise<RequestRow[]> {
  return trx
    .selectFrom('request')
    .select(['id', 'title', 'details', 'state', 'reason', 'position'])
    .where('id', 'in', ids)
    .where('project_id', '=', project.id)
    .where('state', '=', 'answered')
    .orderBy('position')
    .execute()
}

/** Undefined fields stay as they are. */
export async function updateRequest(
  trx: Db,
  { id }: RequestRow,
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
export async function moveRequest(trx: Db, { id }: RequestRow, position: number) {
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
export async function deleteRequest(trx: Db, project: LockedProject, { id, position }: RequestRow) {
  await trx.deleteFrom('request').where('id', '=', id).execute()
  await trx
    .updateTable('request')
    .set({ position: sql`position - 1` })
    .where('project_id', '=', project.id)
    .where('position', '>', position)
    .execute()
}

export async function acceptAnswer(trx: Db, { id }: RequestRow, now: Date) {
  await trx
    .updateTable('request')
    .set({ state: 'accepted', state_since: now.toISOString(), remind_on: null })
    .where('id', '=', id)
    .execute()
}

export async function sendBack(trx: Db, { id }: RequestRow, reason: string | null, now: Date) {
  await trx
    .updateTable('request')
    .set({
      state: 'open',
      state_since: now.toISOString(),
      sent_back: true,
      reason,
      remind_on: firstReminderDay(now, sql`client_id`),
    })
    .where('id', '=', id)
    .execute()
}

export async function setRemindersOn(trx: Db, { id }: LockedProject, on: boolean) {
  await trx.updateTable('project').set({ reminders_on: on }).where('id', '=', id).execute()
}
