import { feedback } from '@portico/contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { asJson, type Json } from '../../platform/sql/json.ts'
import type { Parties } from '../access/parties.ts'
import { reachableProject } from '../access/reachable.ts'
import { recordEvent } from '../events/record.ts'
import { lockedProject, recountWaitingFeedback } from './feedback.repository.ts'
import { authorTypeOf, isYoung, replyColumns } from './feedback-columns.ts'

interface Written extends Parties {
  json: Json<feedback.Reply>
}

interface NewReply {
  id: string
  feedbackId: string
  message: string
}

/** Undefined when the actor cannot write to the feedback, or it has as many replies as it can have. */
export async function insertReply(db: Db, actor: Actor, now: Date, { id, feedbackId, message }: NewReply) {
  const { rows } = await sql<Written>`
    with p as materialized (${lockedProject(actor, sql`${feedbackId}`)}),
    f as (
      update feedback f set reply_count = reply_count + 1 from p
      where f.id = ${feedbackId} and f.project_id = p.id and f.reply_count < ${feedback.MAX_REPLIES}
      returning f.*
    ),
    r as (
      insert into feedback_reply (id, feedback_id, number, author_type, message)
      select ${id}, f.id, f.reply_count, ${authorTypeOf(actor)}, ${message} from f
      returning *
    ),
    event as (${recordEvent({
      id: newId(),
      by: actor.role,
      kind: 'feedback_replied',
      subject: { feedbackId: sql`r.feedback_id`, replyId: sql`r.id` },
      now: now.toISOString(),
      from: sql`p, r`,
    })})
    select inserted.json, p.freelancer_id as "freelancerId", p.client_id as "clientId"
    from p, (${asJson(sql`select ${replyColumns} from r, f, p`)}) as inserted`.execute(db)
  return rows[0]
}

/**
 * The project `p` and the feedback `f` of a reply that its author may still edit or delete. Both are locked, so that
 * other writes to this thread wait and then see the result.
 */
const lockedThread = (actor: Actor, id: string) => sql`
  p as materialized (${lockedProject(actor, sql`(select feedback_id from feedback_reply where id = ${id})`)}),
  f as materialized (
    select f.* from p join feedback f on f.project_id = p.id join feedback_reply r on r.feedback_id = f.id
    where r.id = ${id} and r.author_type = ${authorTypeOf(actor)} and r.number = f.reply_count and ${isYoung('r')}
    for no key update of f
  )`

/** Undefined when the actor cannot write to it, or may not or no longer edit it. */
export async function updateReply(db: Db, actor: Actor, { id, message }: { id: string; message: string }) {
  const { rows } = await sql<Written>`
    with ${lockedThread(actor, id)},
    r as (
      update feedback_reply r set message = ${message}, edited_at = now() from f where r.id = ${id} returning r.*
    )
    select updated.json, p.freelancer_id as "freelancerId", p.client_id as "clientId"
    from p, (${asJson(sql`select ${replyColumns} from r, f, p`)}) as updated`.execute(db)
  return rows[0]
}

/** Undefined when the actor cannot write to it, or may not or no longer delete it. */
export async function deleteReply(db: Db, actor: Actor, id: string, now: Date) {
  const { rows } = await sql<Parties>`
    with ${lockedThread(actor, id)},
    deleted as (
      delete from feedback_reply r using f, p where r.id = ${id} returning p.*, r.id as message_id, r.feedback_id
    ),
    counted as (
      update feedback set reply_count = feedback.reply_count - 1 from deleted where feedback.id = deleted.feedback_id
    ),
    turn as (${recountWaitingFeedback(now)})
    select freelancer_id as "freelancerId", client_id as "clientId" from deleted`.execute(db)
  return rows[0]
}

/** The author and project of a reply, and whether it is the last. Undefined when the actor cannot reach it. */
export async function findReply(db: Db, actor: Actor, id: string) {
  const { rows } = await sql<
    Written & { projectId: string; authorType: feedback.AuthorType; isLast: boolean }
  >`
    select found.json, p.freelancer_id as "freelancerId", p.client_id as "clientId", f.project_id as "projectId",
      r.author_type as "authorType", r.number = f.reply_count as "isLast"
    from feedback_reply r join feedback f on f.id = r.feedback_id join project p on p.id = f.project_id,
      lateral (${asJson(sql`select ${replyColumns}`)}) as found
    where r.id = ${id} and ${reachableProject(actor.role, actor.id, 'p')}`.execute(db)
  return rows[0]
}
