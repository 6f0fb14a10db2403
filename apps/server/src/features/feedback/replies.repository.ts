import type { feedback } from '@portico/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { asJson } from '../../platform/sql/json.ts'
import type { LockedProject } from '../access/lock-project.ts'
import { reachableProject } from '../access/reachable.ts'
import type { FeedbackRow } from './feedback.repository.ts'
import { authorId, authorTypeOf, isYoung, replyColumns } from './feedback-columns.ts'

/** Undefined when the actor cannot reach it. */
export async function findReply(db: Db, actor: Actor, id: string) {
  const { rows } = await asJson<feedback.Reply>(
    sql`select ${replyColumns}
      from feedback_reply r join feedback f on f.id = r.feedback_id join project p on p.id = f.project_id
      where r.id = ${id} and ${reachableProject(actor.side, actor, 'p')}`,
  ).execute(db)
  return rows[0]?.json
}

interface NewReply {
  id: string
  author: Actor
  message: string
}

/** The lock on the project keeps the numbers without gaps or repeats. */
export async function insertReply(trx: Db, { id, replyCount }: FeedbackRow, reply: NewReply) {
  const number = replyCount + 1
  await sql`update feedback set reply_count = ${number} where id = ${id}`.execute(trx)
  await sql`
    insert into feedback_reply (id, feedback_id, number, author_type, author_id, message)
    values (${reply.id}, ${id}, ${number}, ${authorTypeOf(reply.author)}, ${reply.author.personId}, ${reply.message})`.execute(
    trx,
  )
}

/** The row of a reply, for its rules. */
export interface ReplyRow {
  id: string
  feedbackId: string
  authorId: string
  message: string
  isLast: boolean
  /** Whether its author may still edit or delete it, as far as its age decides. */
  isYoung: boolean
}

/** Undefined when it was deleted meanwhile. */
export async function findReplyRow(trx: Db, project: LockedProject, id: string) {
  const { rows } = await sql<ReplyRow>`
    select r.id, f.id as "feedbackId", r.message, ${authorId('r')} as "authorId", r.number = f.reply_count as "isLast", ${isYoung('r')} as "isYoung"
    from feedback_reply r join feedback f on f.id = r.feedback_id join project p on p.id = f.project_id
    where r.id = ${id} and f.project_id = ${project.id}`.execute(trx)
  return rows[0]
}

export async function setMessage(trx: Db, { id }: ReplyRow, message: string) {
  await sql`update feedback_reply set message = ${message}, edited_at = now() where id = ${id}`.execute(trx)
}

/** The last one only, so that the numbers stay without gaps. */
export async function deleteReply(trx: Db, { id, feedbackId }: ReplyRow) {
  await sql`delete from feedback_reply where id = ${id}`.execute(trx)
  await sql`update feedback set reply_count = reply_count - 1 where id = ${feedbackId}`.execute(trx)
}
