import type { feedback } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Actor, ClientUser } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { asJson, type Json } from '../../platform/sql/json.ts'
import { type Page, type PageParams, pageOf } from '../../platform/sql/paging.ts'
import { statement } from '../../platform/sql/statement.ts'
import type { Parties } from '../access/parties.ts'
import { forEachRole, reachableProject, writableProject } from '../access/reachable.ts'
import { recordEvent } from '../events/record.ts'
import { feedbackColumns, isYoung } from './feedback-columns.ts'

const listStatements = forEachRole((role) =>
  statement<{ actorId: string; projectId: string } & PageParams, Page<feedback.Feedback[]>>(
    `${role}_feedback`,
    ($) => sql`
      select page.json, page.next
      from project p, lateral (${pageOf<feedback.Feedback>(
        {
          columns: feedbackColumns,
          from: sql`feedback f where f.project_id = p.id`,
          idColumn: 'f.id',
          texts: sql`1 + f.reply_count`,
        },
        $,
      )}) as page
      where p.id = ${$.projectId} and ${reachableProject(role, $.actorId, 'p')}`,
    { sharesConnection: true },
  ),
)

/** The feedback on a project, newest first; undefined when the actor cannot reach the project. */
export async function listFeedback(
  db: Db,
  { role, id: actorId }: Actor,
  projectId: string,
  page: PageParams,
): Promise<Page<feedback.Feedback[]> | undefined> {
  const [found] = await listStatements[role](db, { actorId, projectId, ...page })
  return found
}

interface Written extends Parties {
  json: Json<feedback.Feedback>
}

interface Row {
  id: string
  message: string
}

/** Locks the client, then the project: deleting a client takes them in this order, so the two cannot deadlock. */
const insertStatement = statement<
  Row & { projectId: string; actorId: string; eventId: string; now: Date },
  Written
>(
  'insert_feedback',
  ($) => sql`
    with c as materialized (select id from client where id = ${$.actorId} for key share),
    p as materialized (
      select p.id, p.freelancer_id, p.client_id from c, project p
      where p.id = ${$.projectId} and ${writableProject('client', $.actorId, 'p')}
      for no key update of p
    ),
    f as (
      insert into feedback (id, project_id, client_id, message)
      select ${$.id}, p.id, c.id, ${$.message} from p, c
      returning *
    ),
    event as (${recordEvent({
      id: $.eventId,
      by: 'client',
      kind: 'feedback_left',
      subject: { feedbackId: sql`f.id` },
      now: $.now,
      from: sql`f join p on p.id = f.project_id`,
    })})
    select inserted.json, p.freelancer_id as "freelancerId", p.client_id as "clientId"
    from p, (${asJson(sql`select ${feedbackColumns} from f, p`)}) as inserted`,
)

/** Undefined when this client cannot reach the project, or it is archived. */
export async function insertFeedback(
  db: Db,
  { id: actorId }: ClientUser,
  now: Date,
  row: Row & { projectId: string },
): Promise<Written | undefined> {
  const [inserted] = await insertStatement(db, { actorId, now, eventId: newId(), ...row })
  return inserted
}

/**
 * The project of the feedback, locked so that it is not archived or deleted before the feedback is written. The
 * client is locked first, as above, because the foreign keys may delete a client's feedback before their projects.
 */
export const lockedProject = ({ role, id: actorId }: Actor, feedbackId: RawBuilder<unknown>) => sql`
  select p.id, p.freelancer_id, p.client_id
  from feedback f join project p on p.id = f.project_id join client c on c.id = p.client_id
  where f.id = ${feedbackId} and ${writableProject(role, actorId, 'p')}
  for key share of c for no key update of p`

/**
 * After a message (feedback or reply) was `deleted`, its project waits for the freelancer only if the client has left
 * another one since the freelancer last did anything.
 */
export const recountWaitingFeedback = (now: Date) => sql`
  update project set turn_decided_at = ${now.toISOString()}, feedback_waits = exists (
    select from event e
    where e.scope_id = deleted.id and e.actor_type = 'client' and e.number > (
        select coalesce(max(number), 0) from event where scope_id = deleted.id and actor_type = 'freelancer'
      )
      and exists (
        select from feedback where id = (e.subject->>'feedbackId')::uuid and e.kind = 'feedback_left'
        union all select from feedback_reply where id = (e.subject->>'replyId')::uuid
      )
      and coalesce(e.subject->>'replyId', e.subject->>'feedbackId')::uuid <> deleted.message_id
  )
  from deleted where project.id = deleted.id and project.feedback_waits`

/** Only by its author, who is the project's client, and while it is young and nobody has replied. */
const isEditable = sql`f.client_id = p.client_id and f.reply_count = 0 and ${isYoung('f')}`

/** Undefined when the client cannot write to it or it is no longer editable. */
export async function updateFeedback(
  db: Db,
  client: ClientUser,
  { id, message }: Row,
): Promise<Written | undefined> {
  const { rows } = await sql<Written>`
    with p as materialized (${lockedProject(client, sql`${id}`)}),
    f as (
      update feedback f set message = ${message}, edited_at = now() from p
      where f.id = ${id} and f.project_id = p.id and ${isEditable}
      returning f.*
    )
    select updated.json, p.freelancer_id as "freelancerId", p.client_id as "clientId"
    from p, (${asJson(sql`select ${feedbackColumns} from f, p`)}) as updated`.execute(db)
  return rows[0]
}

/** Undefined when the client cannot write to it or it is no longer editable. */
export async function deleteFeedback(db: Db, client: ClientUser, id: string, now: Date) {
  const { rows } = await sql<Parties>`
    with p as materialized (${lockedProject(client, sql`${id}`)}),
    deleted as (
      delete from feedback f using p
      where f.id = ${id} and f.project_id = p.id and ${isEditable}
      returning p.*, f.id as message_id
    ),
    turn as (${recountWaitingFeedback(now)})
    select freelancer_id as "freelancerId", client_id as "clientId" from deleted`.execute(db)
  return rows[0]
}

/** Undefined when the actor cannot reach it. */
export async function findFeedback(db: Db, { role, id: actorId }: Actor, id: string) {
  const { rows } = await sql<Written & { projectId: string; replyCount: number }>`
    select found.json, p.freelancer_id as "freelancerId", p.client_id as "clientId", f.project_id as "projectId",
      f.reply_count as "replyCount"
    from feedback f join project p on p.id = f.project_id, lateral (${asJson(sql`select ${feedbackColumns}`)}) as found
    where f.id = ${id} and ${reachableProject(role, actorId, 'p')}`.execute(db)
  return rows[0]
}
