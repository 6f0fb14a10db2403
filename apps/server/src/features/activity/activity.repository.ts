import { activity, type EventPlace, kindsShownAt } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Actor, Side } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { instant } from '../../platform/sql/json.ts'
import { type Page, type PageParams, pageOf } from '../../platform/sql/paging.ts'
import { statement } from '../../platform/sql/statement.ts'
import { personName } from '../access/person-name.ts'
import {
  type Asker,
  type AskerValues,
  forEachSide,
  isNotInBin,
  reachable,
  reachableProject,
} from '../access/reachable.ts'
import { allNotifications, countUnreadBeyond, isRead } from '../events/unread.ts'
import { teamNoteText } from '../team-notes/team-note-columns.ts'

const MAX_QUOTE_LENGTH = sql.lit(300)

/**
 * Messages are not copied into events, so that an edited or deleted one changes everywhere. Messages about a version
 * in the bin are hidden. Nothing that a client reads knows of team notes.
 */
const quote = (side: Side) => sql`
  case e.kind
    when 'feedback_left' then (select message from feedback where id = (e.subject->>'feedbackId')::uuid)
    when 'feedback_replied' then (select message from feedback_reply where id = (e.subject->>'replyId')::uuid)
    when 'note_replied' then (
      select r.text from note_reply r join note n on n.id = r.note_id join file v on v.id = n.file_id
      where r.id = (e.subject->>'replyId')::uuid and v.state = 'stored'
    )
    when 'note_added' then (
      select n.text from note n join file v on v.id = n.file_id
      where n.id = (e.subject->>'noteId')::uuid and v.state = 'stored'
    )
    when 'note_settled' then (
      select case e.subject->>'state' when 'declined' then n.reason else n.text end
      from note n join file v on v.id = n.file_id
      where n.id = (e.subject->>'noteId')::uuid and v.state = 'stored'
    )
    when 'request_answered' then (
      select coalesce(text, comment) from request_answer where id = (e.subject->>'answerId')::uuid
    )
    ${side === 'freelancer' ? sql`when 'mentioned' then ${teamNoteText(sql`(e.subject->>'teamNoteId')::uuid`)}` : sql``}
  end`

/** Who wrote the note that was settled. The reason for declining it is of the one who did. */
const noteAuthor = (personId: unknown) => sql`(
  select json_build_object('type', lower(n.author_type), 'isYou', ${authorId} = ${personId}::uuid,
    'name', case n.author_type
      when 'Client' then (select first_name || ' ' || last_name from client where id = ${authorId})
      else (select name from freelancer where id = ${authorId}) end)
  from note n
  where e.kind = 'note_settled' and e.subject->>'state' <> 'declined' and n.id = (e.subject->>'noteId')::uuid
)`
const authorId = sql`coalesce(n.author_id, case n.author_type when 'Client' then e.client_id else e.workspace_id end)`

/** Null for guests and the system. */
const actorId = sql`
  case e.actor_type when 'freelancer' then coalesce(e.actor_id, e.workspace_id) when 'client' then coalesce(e.actor_id, e.client_id) end`

/**
 * An event `e` as the contract shows it to this person. No `exists` here: PostgreSQL would read all files of all
 * accounts into a hash.
 */
export const eventColumns = ({ side, personId }: { side: Side; personId: unknown }) => sql`
  e.id, e.kind,
  case
    when e.kind in ('feedback_left', 'feedback_replied', 'note_added', 'note_replied', 'note_settled', 'mentioned')
      or e.kind = 'request_answered' and e.subject ? 'answerId'
      then jsonb_strip_nulls(e.subject || jsonb_build_object(
        'message', left(${quote(side)}, ${MAX_QUOTE_LENGTH}), 'messageBy', ${noteAuthor(personId)}))
    when e.kind in ('file_uploaded', 'version_uploaded', 'file_restored', 'request_answered')
      and (select state from file where id = (e.subject->>'fileId')::uuid) is distinct from 'stored'
      then e.subject || '{"isDeleted": true}'
    else e.subject end as subject, ${instant('e.created_at')} as "createdAt", e.project_id as "projectId",
  json_build_object('type', e.actor_type, 'id', ${actorId}, 'name', e.actor_name,
    'isYou', coalesce(${actorId} = ${personId}::uuid, false)) as actor`

const activityStatements = forEachSide((side) =>
  statement<Reader & { projectId: string } & PageParams, Page<activity.Event[]>>(
    `${side}_activity`,
    ($) => sql`
      select page.json, page.next
      from project p, lateral (${pageOf<activity.Event>(
        {
          columns: eventColumns({ side, personId: $.personId }),
          from: sql`event e where e.scope_id = p.id`,
          idColumn: 'e.id',
        },
        $,
      )}) as page
      where p.id = ${$.projectId} and ${reachableProject(side, $, 'p')}`,
    { sharesConnection: true },
  ),
)

/** Undefined when the actor cannot reach the project. */
export async function listActivity(
  db: Db,
  actor: Actor,
  projectId: string,
  page: PageParams,
): Promise<Page<activity.Event[]> | undefined> {
  const [found] = await activityStatements[actor.side](db, { ...actor, projectId, ...page })
  return found
}

/** Who reads their own notifications. */
type Reader = Asker & Pick<Actor, 'personId'>

/** Events on a project in the bin are hidden. Finds the project by its key, because a join would read all projects. */
const isShown = (table: string) => sql`
  coalesce((select ${isNotInBin('p')} from project p where p.id = ${sql.ref(`${table}.scope_id`)}), true)`

/**
 * A member is notified of the clients that they are assigned to, from then on, whatever else they see; of some things only one is, who
 * need not be assigned.
 */
const isNotified: Record<Side, (asker: AskerValues) => RawBuilder<unknown>> = {
  freelancer: ({ personId }) => sql`case when e.for_person is null then exists (
      select from client_member m where m.client_id = e.client_id and m.person_id = ${personId} and m.assigned_at <= e.created_at)
    else e.for_person = ${personId} end`,
  client: () => sql`true`,
}

const notificationsOf = (side: Side, asker: AskerValues) => sql`
  ${reachable(side, asker, 'e')} and e.${sql.ref(`for_${side}`)} and ${isNotified[side](asker)} and ${isShown('e')}`
const news = (side: Side) => sql.ref(`${side}_notifications`)

const notificationStatements = forEachSide((side) =>
  statement<Reader & PageParams, Page<activity.Notification[]>>(
    `${side}_notifications`,
    ($) =>
      pageOf(
        {
          columns: sql`${eventColumns({ side, personId: $.personId })}, e.client_id as "clientId",
          case when e.project_id is null then ${personName(sql`e.client_id`)} end as "clientName",
          (select title from project where id = e.project_id) as "projectTitle",
          coalesce((
            select ${isRead(sql`e.${news(side)}`)} from unread u where u.scope_id = e.scope_id and u.person_id = ${$.personId}
          ), true) as read`,
          from: sql`event e where ${notificationsOf(side, $)}`,
          idColumn: 'e.id',
        },
        $,
      ),
    { sharesConnection: true },
  ),
)

export async function listNotifications(db: Db, actor: Actor, page: PageParams) {
  const [found] = await notificationStatements[actor.side](db, { ...actor, ...page })
  return found as Page<activity.Notification[]>
}

/** The condition that what is unread in a row `u` belongs to the workspace that a member is in now. */
const isOfWorkspace: Record<Side, (asker: AskerValues) => RawBuilder<unknown>> = {
  freelancer: ({ workspaceId }) => sql`${workspaceId} = coalesce(
    (select workspace_id from project where id = u.scope_id), (select workspace_id from client where id = u.scope_id))`,
  client: () => sql`true`,
}

/** Stops reading scopes once the highest count is reached. */
const countStatements = forEachSide((side) =>
  statement<Reader, { count: number }>(
    `${side}_unread_notifications`,
    ($) => sql`
      select least(coalesce(sum(count), 0), ${sql.lit(activity.MAX_UNREAD)})::int as count
      from (
        select ${countUnreadBeyond(side)} as count
        from unread u where u.person_id = ${$.personId} and ${isShown('u')} and ${isOfWorkspace[side]($)}
        limit ${sql.lit(activity.MAX_UNREAD)}
      ) as unread`,
    { sharesConnection: true },
  ),
)

export async function countUnread(db: Db, actor: Actor) {
  const [found] = await countStatements[actor.side](db, actor)
  return found?.count ?? 0
}

/** How many notifications about a project or client are unread. */
export async function countUnreadOf(db: Db, { side, personId }: Actor, scopeId: string) {
  const { rows } = await sql<{ count: number }>`
    select ${countUnreadBeyond(side)} as count from unread u
    where u.scope_id = ${scopeId} and u.person_id = ${personId}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Locks the scopes of a person's unread notifications: all of them, or one project or client. An event that is
 * recorded at the same time is then either counted as read, or recorded afterwards.
 */
export async function lockUnread(trx: Db, actor: Actor, scopeId?: string) {
  const scopes =
    scopeId ??
    sql`
    select scope_id from unread u where person_id = ${actor.personId} and ${isOfWorkspace[actor.side](actor)}`
  await sql`select from client where id in (${scopes}) order by id for share`.execute(trx)
  await sql`select from project where id in (${scopes}) order by id for share`.execute(trx)
}

export async function markAllRead(trx: Db, actor: Actor, scopeId?: string) {
  await sql`delete from unread u where ${isMeant(actor, scopeId)}`.execute(trx)
}

export async function isNotification(db: Db, actor: Actor, id: string) {
  const { rows } = await sql`
    select from event e where e.id = ${id} and ${notificationsOf(actor.side, actor)}`.execute(db)
  return rows.length > 0
}

/** Marks notifications as read up to this event. Never marks a read one as unread. */
export async function markReadUpTo(trx: Db, actor: Actor, id: string) {
  await addToRead(
    trx,
    actor,
    sql`select int4multirange(int4range(0, e.${news(actor.side)}, '[]')) from event e
      where e.scope_id = u.scope_id and e.id <= ${id} and e.${sql.ref(`for_${actor.side}`)} order by e.id desc limit 1`,
  )
}

/**
 * Marks what these parts of a project show. What was written about a file that is deleted by now, or a note that is, has no page any
 * more and goes with the files.
 */
export async function markShown(trx: Db, actor: Actor, projectId: string, places: readonly EventPlace[]) {
  const isAtFiles = sql.lit(places.includes('files'))
  await addToRead(
    trx,
    actor,
    unreadRanges(
      actor,
      sql`e.kind = any(${kindsShownAt(places)}::text[]) or ${isAtFiles} and e.kind = any(${kindsShownAt(['file'])}::text[]) and (
        (select state from file where id = (e.subject->>'fileId')::uuid) is distinct from 'stored'
        or e.subject ? 'noteId' and (select id from note where id = (e.subject->>'noteId')::uuid) is null)`,
    ),
    projectId,
  )
}

/** Marks what happened with a client, but not what is on the page of something else, or in a panel that may be closed. */
export async function markClientShown(trx: Db, actor: Actor, clientId: string) {
  await addToRead(
    trx,
    actor,
    unreadRanges(actor, sql`e.kind <> all(${kindsShownAt(['team-notes'])}::text[])`),
    clientId,
  )
}

/** Marks the mentions in the team notes about one thing; of a file, about all of its versions. */
export async function markTeamNotesShown(
  trx: Db,
  actor: Actor,
  { kind, id, clientId }: { kind: string; id: string; clientId: string },
) {
  const ids =
    kind === 'file'
      ? sql`(select v.id::text from file f join file v on v.history_id = f.history_id where f.id = ${id})`
      : sql`(${id})`
  await addToRead(
    trx,
    actor,
    unreadRanges(
      actor,
      sql`e.kind = any(${kindsShownAt(['team-notes'])}::text[]) and e.subject#>>'{about,id}' in ${ids}`,
    ),
    clientId,
  )
}

export interface FileHistory {
  projectId: string
  historyId: string
}

/** Undefined when the actor cannot reach the file. */
export async function findHistory(db: Db, actor: Actor, fileId: string) {
  const { rows } = await sql<FileHistory>`
    select f.project_id as "projectId", f.history_id as "historyId" from file f join project p on p.id = f.project_id
    where f.id = ${fileId} and f.state = 'stored' and ${reachableProject(actor.side, actor, 'p')}`.execute(db)
  return rows[0]
}

/** Marks what the page of a file shows: notes on all of its versions, and their reviews. */
export async function markFileShown(trx: Db, actor: Actor, { projectId, historyId }: FileHistory) {
  await addToRead(
    trx,
    actor,
    unreadRanges(
      actor,
      sql`e.kind = any(${kindsShownAt(['file'])}::text[])
        and (e.subject->>'fileId')::uuid in (select id from file where history_id = ${historyId})`,
    ),
    projectId,
  )
}

/** The unread notifications of `u` that are such, as ranges. */
const unreadRanges = ({ side }: Actor, isMeant: RawBuilder<unknown>) => sql`
  select range_agg(int4range(e.${news(side)}, e.${news(side)}, '[]')) from (
    select * from event where scope_id = u.scope_id and ${sql.ref(`for_${side}`)}
    order by number desc limit greatest(0, ${allNotifications(side)} - u.read_notifications)
  ) as e where ${isMeant}`

/** What is unread for them in one scope, or in all of the workspace. */
const isMeant = (actor: Actor, scopeId?: string) => sql`
  u.person_id = ${actor.personId} and ${scopeId === undefined ? isOfWorkspace[actor.side](actor) : sql`u.scope_id = ${scopeId}`}`

/** Adds ranges to what a person has read, and deletes what has become read altogether. */
async function addToRead(trx: Db, actor: Actor, ranges: RawBuilder<unknown>, scopeId?: string) {
  const meant = isMeant(actor, scopeId)
  await sql`
    update unread u set read_beyond = u.read_beyond + coalesce((${ranges}), '{}')
    where ${meant}`.execute(trx)
  const first = sql`(select r from unnest(u.read_beyond) as r limit 1)`
  await sql`
    update unread u set read_notifications = greatest(u.read_notifications, upper(${first}) - 1),
      read_beyond = u.read_beyond - int4multirange(int4range(0, greatest(u.read_notifications + 1, upper(${first}))))
    where ${meant} and lower(u.read_beyond) <= u.read_notifications + 1`.execute(trx)
  await sql`delete from unread u where ${meant} and u.read_notifications >= ${allNotifications(actor.side)}`.execute(
    trx,
  )
}
