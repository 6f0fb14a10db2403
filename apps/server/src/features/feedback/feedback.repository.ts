import type { feedback } from '@portico/contract'
import { sql } from 'kysely'
import type { Actor, ClientUser } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { asJson, instant, type Json } from '../../platform/sql/json.ts'
import { type Page, type PageParams, pageOf } from '../../platform/sql/paging.ts'
import { statement } from '../../platform/sql/statement.ts'
import { forEachRole, reachableProject, writableProject } from '../clients/reachable.ts'

/** Feedback `f` as the contract shows it. */
const feedbackColumns = sql`
  f.id, f.project_id as "projectId", f.message, ${instant('f.created_at')} as "createdAt",
  (select row_to_json(author) from (
    select c.first_name as "firstName", c.last_name as "lastName" from client c where c.id = f.client_id
  ) as author) as "Client"`

const listStatements = forEachRole((role) =>
  statement<{ actorId: string; projectId: string } & PageParams, Page<feedback.Feedback[]>>(
    `${role}_feedback`,
    ($) => sql`
      select page.json, page.next
      from project p, lateral (${pageOf<feedback.Feedback>(
        { columns: feedbackColumns, from: sql`feedback f where f.project_id = p.id`, idColumn: 'f.id' },
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

interface InsertedFeedback {
  json: Json<feedback.Feedback>
  freelancerId: string
}

interface NewRow {
  id: string
  projectId: string
  message: string
}

/** Locks the client, then the project: deleting a client takes them in this order, so the two cannot deadlock. */
const insertStatement = statement<NewRow & { actorId: string }, InsertedFeedback>(
  'insert_feedback',
  ($) => sql`
    with c as materialized (select id from client where id = ${$.actorId} for key share),
    p as materialized (
      select p.id, p.freelancer_id from c, project p where p.id = ${$.projectId} and ${writableProject('client', $.actorId, 'p')}
      for share of p
    ),
    f as (
      insert into feedback (id, project_id, client_id, message)
      select ${$.id}, p.id, c.id, ${$.message} from p, c
      returning *
    )
    select inserted.json, p.freelancer_id as "freelancerId"
    from p, (${asJson(sql`select ${feedbackColumns} from f`)}) as inserted`,
)

/** Undefined when this client cannot reach the project, or it is archived. */
export async function insertFeedback(
  db: Db,
  { id: actorId }: ClientUser,
  row: NewRow,
): Promise<InsertedFeedback | undefined> {
  const [inserted] = await insertStatement(db, { actorId, ...row })
  return inserted
}
