import type { projects } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Actor, Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { asJson, instant, type Json } from '../../platform/sql/json.ts'
import { type Page, type PageParams, pageOf } from '../../platform/sql/paging.ts'
import { type Placeholders, statement } from '../../platform/sql/statement.ts'

/** The day it is at this moment where the freelancer is; their projects carry their time zone. */
export const today = (now: RawBuilder<Date>, table: 'p' | 'f') =>
  sql`(${now}::timestamptz at time zone ${sql.ref(`${table}.time_zone`)})::date`

const clientShown = sql`c.id, c.first_name as "firstName", c.last_name as "lastName", c.email`
/** The client comes by its key: a join would read the whole table under a generic plan. */
const clientOfOne = sql`
  (select row_to_json(client) from (select ${clientShown} from client c where c.id = p.client_id) as client)`

/** A project `p` as the contract shows it at this moment. */
export const shown = (now: RawBuilder<Date>, client = clientOfOne) => sql`
  p.id, p.title, p.description, p.status, p.due_date as "dueDate",
  coalesce(p.overdue_at <= ${now}, false) as overdue, p.time_zone as "timeZone",
  ${instant('p.created_at')} as "createdAt", ${client} as "Client"`

const owner = { freelancer: sql.ref('p.freelancer_id'), client: sql.ref('p.client_id') }
const ownerOfClient = { freelancer: sql.ref('c.freelancer_id'), client: sql.ref('c.id') }

export interface Asked {
  owner: string
  now: Date
}

/**
 * A page of the projects that this person can reach and that `where` lets through, newest first. They have few clients
 * (plans.ts), so each of these is written once for the page, not once for each project.
 */
const pageOfProjects = (
  role: Actor['role'],
  $: Placeholders<Asked & PageParams>,
  where = sql`${owner[role]} = ${$.owner}`,
) =>
  pageOf<projects.Project>(
    {
      first: sql`
        with written as materialized (
          select id, row_to_json(c) as json
          from (select ${clientShown} from client c where ${ownerOfClient[role]} = ${$.owner}) as c
        )`,
      shown: shown($.now, sql`(select json from written where id = p.client_id)`),
      from: sql`project p where ${where}`,
      id: 'p.id',
    },
    $,
  )

const allOf = (role: Actor['role']) =>
  statement<Asked & PageParams, Page<projects.Project[]>>(
    `${role}_projects`,
    ($) => pageOfProjects(role, $),
    { sharesConnection: true },
  )

const pages = { freelancer: allOf('freelancer'), client: allOf('client') }

/** The projects this person can reach, newest first. */
export async function listProjects(db: Db, { role, id }: Actor, now: Date, page: PageParams) {
  const [found] = await pages[role](db, { owner: id, now, ...page })
  return found as Page<projects.Project[]>
}

const searchPage = statement<
  Asked & PageParams & { search: string; status: string | null },
  Page<projects.Project[]>
>('freelancer_projects_searched', ($) =>
  pageOfProjects(
    'freelancer',
    $,
    sql`p.freelancer_id = ${$.owner} and strpos(lower(p.title), lower(${$.search})) > 0
      and p.status = coalesce(${$.status}, p.status)`,
  ),
)

export interface Filter {
  /** Part of the title, meant literally. */
  search: string
  status: projects.ProjectStatus | null
}

export async function searchProjects(
  db: Db,
  { id }: Freelancer,
  now: Date,
  filter: Filter,
  page: PageParams,
) {
  const [found] = await searchPage(db, { owner: id, now, ...filter, ...page })
  return found as Page<projects.Project[]>
}

/** Filters by the client alone: by two columns, the planner may read all that the freelancer has. */
const clientPage = statement<Asked & PageParams & { clientId: string }, Page<projects.Project[]>>(
  'projects_of_one_client',
  ($) =>
    pageOfProjects(
      'freelancer',
      $,
      sql`p.client_id = (select id from client where id = ${$.clientId} and freelancer_id = ${$.owner})`,
    ),
  { sharesConnection: true },
)

export async function pageOfClient(
  db: Db,
  { id }: Freelancer,
  clientId: string,
  now: Date,
  page: PageParams,
) {
  const [found] = await clientPage(db, { owner: id, clientId, now, ...page })
  return found as Page<projects.Project[]>
}

type Found = { json: Json<projects.Project> }

const oneProject = (role: Actor['role']) =>
  statement<Asked & { id: string }, Found>(
    `${role}_project`,
    ($) =>
      asJson(sql`select ${shown($.now)} from project p where p.id = ${$.id} and ${owner[role]} = ${$.owner}`),
    { sharesConnection: true },
  )

const one = { freelancer: oneProject('freelancer'), client: oneProject('client') }

export async function findProject(db: Db, { role, id: owner }: Actor, id: string, now: Date) {
  const [found] = await one[role](db, { owner, id, now })
  return found?.json
}

/** Not their client or not due: no project. The client's row is held, so that it cannot be deleted half-way. */
const insertion = statement<Asked & NewRow, Found & { id: string }>(
  'insert_project',
  ($) => sql`
    with p as (
      insert into project (id, freelancer_id, client_id, time_zone, title, description, status, due_date)
      select ${$.id}, f.id, c.id, f.time_zone, ${$.title}, ${$.description}, ${$.status}, ${$.dueDate}::date
      from client c join freelancer f on f.id = c.freelancer_id
      where c.id = ${$.clientId} and f.id = ${$.owner}
        and (${$.status} <> 'Completed' or ${$.dueDate}::date is null or ${$.dueDate}::date <= ${today($.now, 'f')})
      for key share of c
      returning *
    )
    ${asJson(sql`select ${shown($.now)} from p`)}`,
)

interface NewRow {
  id: string
  clientId: string
  title: string
  description: string
  status: projects.ProjectStatus
  dueDate: string | null
}

export async function insertProject(db: Db, { id: owner }: Freelancer, now: Date, row: NewRow) {
  const [made] = await insertion(db, { owner, now, ...row })
  return made?.json
}

/** Whose it was, when there was one to delete. */
export function deleteProject(db: Db, { id: owner }: Freelancer, id: string) {
  return db
    .deleteFrom('project')
    .where('id', '=', id)
    .where('freelancer_id', '=', owner)
    .returning('client_id as clientId')
    .executeTakeFirst()
}
