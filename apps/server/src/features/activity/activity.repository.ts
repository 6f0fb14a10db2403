import { activity } from '@portico/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { instant } from '../../platform/sql/json.ts'
import { type Page, type PageParams, pageOf } from '../../platform/sql/paging.ts'
import { statement } from '../../platform/sql/statement.ts'
import {
  forEachRole,
  isNotInBin,
  reachable,
  reachableClient,
  reachableProject,
} from '../clients/reachable.ts'

const MAX_QUOTE_LENGTH = sql.lit(300)

/** Messages are not copied into events, so that what its author edits or deletes is so everywhere. */
const quote = sql`
  case e.kind
    when 'feedback_left' then (select message from feedback where id = (e.subject->>'feedbackId')::uuid)
    when 'feedback_replied' then (select message from feedback_reply where id = (e.subject->>'replyId')::uuid)
  end`

/** An event `e` as the contract shows it to this side. */
const eventColumns = (role: Actor['role']) => sql`
  e.id, e.kind,
  case when e.kind in ('feedback_left', 'feedback_replied')
    then jsonb_strip_nulls(e.subject || jsonb_build_object('message', left(${quote}, ${MAX_QUOTE_LENGTH})))
    else e.subject end as subject, ${instant('e.created_at')} as "createdAt", e.project_id as "projectId",
  json_build_object('type', e.actor_type, 'name', e.actor_name, 'isYou', e.actor_type = ${sql.lit(role)}) as actor`

const activityStatements = forEachRole((role) =>
  statement<{ actorId: string; projectId: string } & PageParams, Page<activity.Event[]>>(
    `${role}_activity`,
    ($) => sql`
      select page.json, page.next
      from project p, lateral (${pageOf<activity.Event>(
        { columns: eventColumns(role), from: sql`event e where e.project_id = p.id`, idColumn: 'e.id' },
        $,
      )}) as page
      where p.id = ${$.projectId} and ${reachableProject(role, $.actorId, 'p')}`,
    { sharesConnection: true },
  ),
)

/** Undefined when the actor cannot reach the project. */
export async function listActivity(
  db: Db,
  { role, id: actorId }: Actor,
  projectId: string,
  page: PageParams,
): Promise<Page<activity.Event[]> | undefined> {
  const [found] = await activityStatements[role](db, { actorId, projectId, ...page })
  return found
}

/** The number of an event among the notifications of this side, and how many of these they have read. */
const news = (role: Actor['role']) => sql.ref(`e.${role}_news`)
const readOf = (role: Actor['role'], table: string) => sql.ref(`${table}.${role}_read`)

/** How many notifications without a project somebody has read. Clients get none. */
const readWithoutProject = { freelancer: sql.ref('c.freelancer_read'), client: sql`0` }

const notificationStatements = forEachRole((role) =>
  statement<{ actorId: string } & PageParams, Page<activity.Notification[]>>(`${role}_notifications`, ($) =>
    pageOf(
      {
        columns: sql`${eventColumns(role)}, e.client_id as "clientId", p.title as "projectTitle",
          ${news(role)} <= coalesce(${readOf(role, 'p')}, ${readWithoutProject[role]}) as read`,
        from: sql`event e join client c on c.id = e.client_id left join project p on p.id = e.project_id
          where ${reachable(role, $.actorId, 'e')} and ${news(role)} is not null
            and (e.project_id is null or ${isNotInBin('p')})`,
        idColumn: 'e.id',
      },
      $,
    ),
  ),
)

export async function listNotifications(db: Db, { role, id: actorId }: Actor, page: PageParams) {
  const [found] = await notificationStatements[role](db, { actorId, ...page })
  return found as Page<activity.Notification[]>
}

const unreadOfProjects = (role: Actor['role'], actorId: unknown) => sql`
  select p.${sql.ref(`${role}_news`)} - p.${sql.ref(`${role}_read`)} as count
  from project p where ${reachableProject(role, actorId, 'p')} and p.${sql.ref(`${role}_unread`)}`

/** The events without a project. */
const unreadOfClients = (actorId: unknown) => sql`
  union all select c.freelancer_news - c.freelancer_read
  from client c where ${reachableClient('freelancer', actorId, 'c')} and c.freelancer_unread`

/** Counts from the counters of what has unread events, and of no more than the highest count. */
const countStatements = forEachRole((role) =>
  statement<{ actorId: string }, { count: number }>(
    `${role}_unread_notifications`,
    ($) => sql`
      select least(coalesce(sum(count), 0), ${sql.lit(activity.MAX_UNREAD)})::int as count
      from (
        ${unreadOfProjects(role, $.actorId)} ${role === 'freelancer' ? unreadOfClients($.actorId) : sql``}
        limit ${sql.lit(activity.MAX_UNREAD)}
      ) as unread`,
    { sharesConnection: true },
  ),
)

export async function countUnread(db: Db, { role, id: actorId }: Actor) {
  const [found] = await countStatements[role](db, { actorId })
  return found?.count ?? 0
}

/** Of one project, or of everything. */
export async function markAllRead(db: Db, { role, id: actorId }: Actor, projectId?: string) {
  const [allNews, read, unread] = [`${role}_news`, `${role}_read`, `${role}_unread`].map((name) =>
    sql.ref(name),
  )
  await sql`
    update project set ${read} = ${allNews}
    where ${reachableProject(role, actorId, 'project')} and ${unread}
      ${projectId === undefined ? sql`` : sql`and id = ${projectId}`}`.execute(db)
  if (role === 'client' || projectId !== undefined) return
  await sql`
    update client set freelancer_read = freelancer_news
    where ${reachableClient(role, actorId)} and freelancer_unread`.execute(db)
}

/** Whether the actor was notified of this event. */
export async function findNotification(db: Db, { role, id: actorId }: Actor, id: string) {
  const { rows } = await sql`
    select from event e left join project p on p.id = e.project_id
    where e.id = ${id} and ${reachable(role, actorId, 'e')} and ${news(role)} is not null
      and (e.project_id is null or ${isNotInBin('p')})`.execute(db)
  return rows.length > 0
}

/** Never moves back: only what is newer than the event stays unread. */
export async function markReadUpTo(db: Db, { role, id: actorId }: Actor, id: string) {
  const [read, unread, number] = [`${role}_read`, `${role}_unread`, `${role}_news`].map((name) =>
    sql.ref(name),
  )
  await sql`
    update project p set ${read} = greatest(${read}, (
      select e.${number} from event e
      where e.project_id = p.id and e.id <= ${id} and e.${number} is not null order by e.id desc limit 1
    ))
    where ${reachableProject(role, actorId, 'p')} and ${unread}`.execute(db)
  if (role === 'client') return
  await sql`
    update client c set freelancer_read = greatest(freelancer_read, (
      select max(e.freelancer_news) from event e where e.client_id = c.id and e.project_id is null and e.id <= ${id}
    ))
    where ${reachableClient(role, actorId, 'c')} and freelancer_unread`.execute(db)
}
