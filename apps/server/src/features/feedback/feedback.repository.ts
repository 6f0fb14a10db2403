import type { feedback } from '@portico/contract'
import { sql } from 'kysely'
import type { Actor, ClientUser } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { asJson } from '../../platform/sql/json.ts'
import { type Page, type PageParams, pageOf } from '../../platform/sql/paging.ts'
import { statement } from '../../platform/sql/statement.ts'
import type { LockedProject } from '../access/lock-project.ts'
import { type Asker, forEachSide, reachableProject } from '../access/reachable.ts'
import { feedbackColumns, isYoung } from './feedback-columns.ts'

const listStatements = forEachSide((side) =>
  statement<Asker & { projectId: string } & PageParams, Page<feedback.Feedback[]>>(
    `${side}_feedback`,
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
      where p.id = ${$.projectId} and ${reachableProject(side, $, 'p')}`,
    { sharesConnection: true },
  ),
)

/** The feedback on a project, newest first; undefined when the actor cannot reach the project. */
export async function listFeedback(
  db: Db,
  actor: Actor,
  projectId: string,
  page: PageParams,
): Promise<Page<feedback.Feedback[]> | undefined> {
  const [found] = await listStatements[actor.side](db, { ...actor, projectId, ...page })
  return found
}

/** Undefined when the actor cannot reach it. */
export async function findFeedback(db: Db, actor: Actor, id: string) {
  const { rows } = await asJson<feedback.Feedback>(
    sql`select ${feedbackColumns} from feedback f join project p on p.id = f.project_id
      where f.id = ${id} and ${reachableProject(actor.side, actor, 'p')}`,
  ).execute(db)
  return rows[0]?.json
}

export async function insertFeedback(
  trx: Db,
  project: LockedProject,
  author: ClientUser,
  { id, message }: { id: string; message: string },
) {
  await sql`
    insert into feedback (id, project_id, client_id, message)
    values (${id}, ${project.id}, ${author.personId}, ${message})`.execute(trx)
}

/** The row of feedback, for its rules. */
export interface FeedbackRow {
  id: string
  authorId: string
  message: string
  replyCount: number
  /** Whether its author may still edit or delete it, as far as its age decides. */
  isYoung: boolean
}

/** Undefined when it was deleted meanwhile. */
export async function findFeedbackRow(trx: Db, project: LockedProject, id: string) {
  const { rows } = await sql<FeedbackRow>`
    select f.id, f.message, f.client_id as "authorId", f.reply_count as "replyCount", ${isYoung('f')} as "isYoung" from feedback f
    where f.id = ${id} and f.project_id = ${project.id}`.execute(trx)
  return rows[0]
}

export async function setMessage(trx: Db, { id }: FeedbackRow, message: string) {
  await sql`update feedback set message = ${message}, edited_at = now() where id = ${id}`.execute(trx)
}

export async function deleteFeedback(trx: Db, { id }: FeedbackRow) {
  await sql`delete from feedback where id = ${id}`.execute(trx)
}

/**
 * After a message (feedback or reply) was deleted: the project waits for the freelancer only if the client has left another one since
 * the freelancer last did anything.
 */
export async function recountWaitingFeedback(trx: Db, { id }: LockedProject) {
  await sql`
    update project set feedback_waits = exists (
      select from event e
      where e.scope_id = project.id and e.actor_type = 'client' and e.number > (
          select coalesce(max(number), 0) from event where scope_id = project.id and actor_type = 'freelancer'
        )
        and exists (
          select from feedback where id = (e.subject->>'feedbackId')::uuid and e.kind = 'feedback_left'
          union all select from feedback_reply where id = (e.subject->>'replyId')::uuid
        )
    )
    where id = ${id} and feedback_waits`.execute(trx)
}
