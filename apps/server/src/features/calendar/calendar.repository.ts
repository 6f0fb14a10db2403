import { sql } from 'kysely'
import type { Actor, Sees } from '../../platform/actors.ts'
import type { Person } from '../../platform/realtime/live.ts'
import type { Db } from '../../platform/sql/database.ts'
import { writableProject } from '../access/reachable.ts'

export async function findFeed(db: Db, actor: Actor) {
  const found = await db
    .selectFrom('calendar_feed')
    .select('created_at as createdAt')
    .where(isOf(actor))
    .executeTakeFirst()
  return found?.createdAt ?? null
}

export async function replaceFeed(db: Db, actor: Actor, tokenHash: Buffer, now: Date) {
  const { side, personId, workspaceId } = actor
  const owner =
    side === 'client'
      ? { freelancer_id: null, workspace_id: null, client_id: personId }
      : { freelancer_id: personId, workspace_id: workspaceId, client_id: null }
  const address = { token_hash: tokenHash, created_at: now.toISOString() }
  await db
    .insertInto('calendar_feed')
    .values({ ...owner, ...address })
    .onConflict((conflict) =>
      (side === 'client'
        ? conflict.column('client_id')
        : conflict.columns(['freelancer_id', 'workspace_id'])
      ).doUpdateSet(address),
    )
    .execute()
}

export async function deleteFeed(db: Db, actor: Actor) {
  await db.deleteFrom('calendar_feed').where(isOf(actor)).execute()
}

const isOf = ({ side, personId, workspaceId }: Actor) =>
  side === 'client'
    ? sql<boolean>`client_id = ${personId}`
    : sql<boolean>`freelancer_id = ${personId} and workspace_id = ${workspaceId}`

export interface FeedOwner extends Person {
  workspaceId: string
  /** Null for a member, as the next is for a client. */
  clientId: string | null
  sees: Sees | null
  freelancerName: string
}

export async function findFeedOwner(db: Db, tokenHash: Buffer) {
  const { rows } = await sql<FeedOwner>`
    select case when c.id is null then 'freelancer' else 'client' end as side, coalesce(c.id, f.id) as "personId",
      coalesce(feed.workspace_id, c.workspace_id) as "workspaceId", m.sees,
      coalesce(c.contact_of, c.id) as "clientId", f.name as "freelancerName"
    from calendar_feed feed
    left join client c on c.id = feed.client_id
    left join member m on m.workspace_id = feed.workspace_id and m.person_id = feed.freelancer_id
    join freelancer f on f.id = coalesce(feed.freelancer_id, c.lead_id)
    where feed.token_hash = ${tokenHash} and m.paused_at is null`.execute(db)
  return rows[0]
}

export interface DueThing {
  kind: 'project' | 'review' | 'request'
  id: string
  /** The title of the project or request, or the name of the reviewed file. */
  title: string
  dueDate: string
  createdAt: string
  /** Null unless it is a review. */
  fileId: string | null
  /** Of a review, how many files are asked about together. */
  files: number
  projectId: string
  projectTitle: string
  clientName: string
}

/** Older due dates are left out. */
const PAST_DAYS = 365
const MAX_THINGS = 1_000

/** Unfinished projects, reviews and requests with a due date. Leaves out archived and deleted ones. */
export async function findDueThings(db: Db, owner: FeedOwner, now: Date) {
  const { rows } = await sql<DueThing>`
    with p as (select * from project p where ${writableProject(owner.side, owner, 'p')}),
      due as (
        select 'project' as kind, id, title, due_date, created_at, null::uuid as file_id, 0 as files, id as project_id
        from p where status <> 'Completed'
        union all
        select 'review', r.group_id,
          (array_agg(f.name order by r.id))[1] || case when count(*) > 1 then ' and ' || count(*) - 1 || ' more' else '' end,
          r.due_date, r.created_at, (array_agg(r.file_id order by r.id))[1],
          count(*)::int, r.project_id
        from p join review r on r.project_id = p.id and r.state = 'open'
        join file f on f.id = r.file_id and f.state = 'stored'
        group by r.group_id, r.due_date, r.created_at, r.project_id
        union all
        select 'request', q.id, q.title, q.due_date, q.created_at, null, 0, q.project_id
        from p join request q on q.project_id = p.id and q.state = 'open'
      )
    select due.kind, due.id, due.title, due.due_date as "dueDate", due.created_at as "createdAt", due.file_id as "fileId", due.files,
      p.id as "projectId", p.title as "projectTitle", c.first_name || ' ' || c.last_name as "clientName"
    from due join p on p.id = due.project_id join client c on c.id = p.client_id
    where due.due_date >= ${now}::date - ${PAST_DAYS}::int
    order by due.due_date desc, due.id limit ${MAX_THINGS}`.execute(db)
  return rows
}
