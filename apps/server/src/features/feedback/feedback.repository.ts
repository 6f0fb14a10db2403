import type { feedback } from '@portico/contract'
import { sql } from 'kysely'
import type { Actor, ClientUser } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { asJson, instant, type Json } from '../../platform/sql/json.ts'
import { type Page, type PageParams, pageOf } from '../../platform/sql/paging.ts'
import { statement } from '../../platform/sql/statement.ts'

/** Feedback `f` as the contract shows it. */
const shown = sql`
  f.id, f.project_id as "projectId", f.message, ${instant('f.created_at')} as "createdAt",
  (select row_to_json(author) from (
    select c.first_name as "firstName", c.last_name as "lastName" from client c where c.id = f.client_id
  ) as author) as "Client"`

const owner = { freelancer: sql.ref('p.freelancer_id'), client: sql.ref('p.client_id') }

/** No row: there is no such project that this person can reach. */
const pageFor = (role: Actor['role']) =>
  statement<{ owner: string; projectId: string } & PageParams, Page<feedback.Feedback[]>>(
    `${role}_feedback`,
    ($) => sql`
      select page.json, page.next
      from project p, lateral (${pageOf<feedback.Feedback>(
        { shown, from: sql`feedback f where f.project_id = p.id`, id: 'f.id' },
        $,
      )}) as page
      where p.id = ${$.projectId} and ${owner[role]} = ${$.owner}`,
    { sharesConnection: true },
  )

const pages = { freelancer: pageFor('freelancer'), client: pageFor('client') }

/** What was said about a project that this person can reach, newest first. */
export async function pageOfFeedback(
  db: Db,
  { role, id }: Actor,
  projectId: string,
  page: PageParams,
): Promise<Page<feedback.Feedback[]> | undefined> {
  const [found] = await pages[role](db, { owner: id, projectId, ...page })
  return found
}

interface Left {
  json: Json<feedback.Feedback>
  /** Whom else it concerns. */
  freelancerId: string
}

interface NewRow {
  id: string
  projectId: string
  message: string
}

/**
 * Not their project: nothing is written. Client and project are held in the order in which deleting a client takes them,
 * so that neither can go half-way and the two never wait for each other.
 */
const insertion = statement<NewRow & { owner: string }, Left>(
  'insert_feedback',
  ($) => sql`
    with c as materialized (select id from client where id = ${$.owner} for key share),
    p as materialized (
      select p.id, p.freelancer_id from c, project p where p.id = ${$.projectId} and p.client_id = c.id
      for key share of p
    ),
    f as (
      insert into feedback (id, project_id, client_id, message)
      select ${$.id}, p.id, c.id, ${$.message} from p, c
      returning *
    )
    select made.json, p.freelancer_id as "freelancerId" from p, (${asJson(sql`select ${shown} from f`)}) as made`,
)

export async function insertFeedback(
  db: Db,
  { id: owner }: ClientUser,
  row: NewRow,
): Promise<Left | undefined> {
  const [left] = await insertion(db, { owner, ...row })
  return left
}
