import type { requests } from '@portico/contract'
import { sql } from 'kysely'
import type { Actor, Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { asJson, type Json } from '../../platform/sql/json.ts'
import { MAX_TEXTS, type Page, type PageParams, pageOf } from '../../platform/sql/paging.ts'
import { statement } from '../../platform/sql/statement.ts'
import { type Asker, forEachSide, reachable, reachableProject } from '../access/reachable.ts'
import { remindersColumn } from './reminder-columns.ts'
import { type ColumnParams, requestColumns, stagedFiles } from './request-columns.ts'

/** A page in the freelancer's order. The cursor is the position of the last request on the page before. */
interface OrderParams {
  after: number
  limit: number
}

const answersOf = sql`(select count(*) from request_answer where request_id = r.id)`

/** Ends a page early where there are many texts, as `pageOf` does. */
const ofProjectStatements = forEachSide((side) =>
  statement<ColumnParams & OrderParams & Asker & { projectId: string }, Page<requests.OfProject>>(
    `${side}_requests_of_project`,
    ($) => sql`
      select
        json_build_object('requests', page.requests, 'reminders', ${remindersColumn(side, $.now)},
          'stagedFiles', (select ${stagedFiles($, sql`null`)} from (select p.client_id) as r))::text as json,
        case when exists (select from request where project_id = p.id and position > page.last)
          then page.last::text end as next
      from project p, lateral (
        select coalesce(json_agg(item order by item.position), '[]') as requests, max(item.position) as last
        from (
          select ${requestColumns($)} from request r where r.id in (
            select id from (
              select r.id, coalesce(
                sum(1 + ${answersOf}) over (order by r.position rows between unbounded preceding and 1 preceding), 0
              ) as before
              from request r where r.project_id = p.id and r.position > ${$.after}
              order by r.position limit ${$.limit}
            ) as counted where before < ${sql.lit(MAX_TEXTS)}
          )
        ) as item
      ) as page
      where p.id = ${$.projectId} and ${reachableProject(side, $, 'p')}`,
  ),
)

/** Undefined when this person cannot reach the project. */
export async function listOfProject(
  db: Db,
  actor: Actor,
  projectId: string,
  params: ColumnParams & OrderParams,
) {
  const [found] = await ofProjectStatements[actor.side](db, { ...actor, projectId, ...params })
  return found
}

type ListParams = ColumnParams & PageParams & Asker & { state: requests.RequestState | null }

const listStatements = forEachSide((side) =>
  statement<ListParams, Page<requests.RequestInProject[]>>(`${side}_requests`, ($) =>
    pageOf(
      {
        columns: sql`${requestColumns($)}, json_build_object('id', p.id, 'title', p.title) as project,
          (select json_build_object('id', id, 'firstName', first_name, 'lastName', last_name)
           from client where id = r.client_id) as client`,
        from: sql`request r join project p on p.id = r.project_id
          where ${reachable(side, $, 'r')} and ${reachableProject(side, $, 'p')}
            and p.archived_at is null and (${$.state}::text is null or r.state = ${$.state})`,
        idColumn: 'r.id',
        texts: sql`1 + ${answersOf}`,
      },
      $,
    ),
  ),
)

export async function listRequests(
  db: Db,
  actor: Actor,
  state: requests.RequestState | null,
  params: ColumnParams & PageParams,
) {
  const [found] = await listStatements[actor.side](db, { ...actor, state, ...params })
  return found as Page<requests.RequestInProject[]>
}

const sourcesStatement = statement<Asker & PageParams, Page<requests.Source[]>>('request_sources', ($) =>
  pageOf(
    {
      columns: sql`p.id, p.title, (select count(*) from request where project_id = p.id) as requests,
          (select json_build_object('id', id, 'firstName', first_name, 'lastName', last_name)
           from client where id = p.client_id) as client`,
      from: sql`project p where ${reachableProject('freelancer', $, 'p')}
          and exists (select from request where project_id = p.id)`,
      idColumn: 'p.id',
    },
    $,
  ),
)

/** Projects whose requests can be copied. */
export async function listSources(db: Db, actor: Freelancer, page: PageParams) {
  const [found] = await sourcesStatement(db, { ...actor, ...page })
  return found as Page<requests.Source[]>
}

const readStatement = statement<ColumnParams & { ids: string[] }, { json: Json<requests.Request[]> }>(
  'requests_by_id',
  ($) => sql`
    select coalesce(json_agg(item order by item.position), '[]')::text as json
    from (
      select ${requestColumns($)} from request r join project p on p.id = r.project_id where r.id = any(${$.ids}::uuid[])
    ) as item`,
)

/** The caller has checked that the person reaches the requests. */
export async function readRequests(db: Db, ids: string[], params: ColumnParams) {
  const [found] = await readStatement(db, { ids, ...params })
  return found?.json as Json<requests.Request[]>
}

export async function readRequest(db: Db, id: string, params: ColumnParams) {
  return (await readRequests(db, [id], params)).slice(1, -1) as Json<requests.Request>
}

const remindersStatement = statement<
  { projectId: string; now: Date },
  { json: Json<{ reminders: requests.Reminders }> }
>('reminders_of_project', ($) =>
  asJson(
    sql`select ${remindersColumn('freelancer', $.now)} as reminders from project p where p.id = ${$.projectId}`,
  ),
)

/** The caller has checked that the person reaches the project. */
export async function readReminders(db: Db, projectId: string, now: Date): Promise<requests.Reminders> {
  const [found] = await remindersStatement(db, { projectId, now })
  return JSON.parse(found?.json ?? '').reminders
}

/** Whether this person reaches it. */
export async function isReachable(db: Db, actor: Actor, id: string) {
  const { rows } = await sql`
    select from request r join project p on p.id = r.project_id
    where r.id = ${id} and ${reachableProject(actor.side, actor, 'p')}`.execute(db)
  return rows.length > 0
}
