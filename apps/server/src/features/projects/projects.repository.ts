import type { projects } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Actor, Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { asJson, instant, type Json } from '../../platform/sql/json.ts'
import { type Page, type PageParams, pageOf } from '../../platform/sql/paging.ts'
import { type Placeholders, statement } from '../../platform/sql/statement.ts'
import { forEachRole, reachable, reachableClient } from '../clients/reachable.ts'

/** The current day in the time zone of a project or freelancer. */
const today = (now: RawBuilder<Date>, table: 'p' | 'f') =>
  sql`(${now}::timestamptz at time zone ${sql.ref(`${table}.time_zone`)})::date`

/** A project is not completed before its due date. The statements that write check it, so that no race gets past it. */
const isNotCompletedEarly = (
  status: RawBuilder<string | null>,
  dueDate: RawBuilder<unknown>,
  today: RawBuilder<unknown>,
) => sql`(${status} is distinct from 'Completed' or ${dueDate} is null or ${dueDate} <= ${today})`

const clientColumns = sql`c.id, c.first_name as "firstName", c.last_name as "lastName", c.email`
/** Finds the client by its key: under a generic plan a join would read the whole table. */
const clientOfProject = sql`
  (select row_to_json(client) from (select ${clientColumns} from client c where c.id = p.client_id) as client)`

/** A project `p` as the contract shows it. */
const projectColumns = (now: RawBuilder<Date>, client = clientOfProject) => sql`
  p.id, p.title, p.description, p.status, p.due_date as "dueDate",
  coalesce(p.overdue_at <= ${now}, false) as overdue, p.time_zone as "timeZone",
  ${instant('p.created_at')} as "createdAt", ${client} as "Client"`

interface Query {
  actorId: string
  now: Date
}

/** A page of reachable projects, newest first. Freelancers have few clients, so each client's JSON is made once for the page. */
const pageOfProjects = (
  role: Actor['role'],
  $: Placeholders<Query & PageParams>,
  where = reachable(role, $.actorId, 'p'),
) =>
  pageOf<projects.Project>(
    {
      withClause: sql`
        with reachable_client as materialized (
          select id, row_to_json(c) as json
          from (select ${clientColumns} from client c where ${reachableClient(role, $.actorId, 'c')}) as c
        )`,
      columns: projectColumns($.now, sql`(select json from reachable_client where id = p.client_id)`),
      from: sql`project p where ${where}`,
      idColumn: 'p.id',
    },
    $,
  )

const listStatements = forEachRole((role) =>
  statement<Query & PageParams, Page<projects.Project[]>>(
    `${role}_projects`,
    ($) => pageOfProjects(role, $),
    { sharesConnection: true },
  ),
)

export async function listProjects(db: Db, { role, id: actorId }: Actor, now: Date, page: PageParams) {
  const [found] = await listStatements[role](db, { actorId, now, ...page })
  return found as Page<projects.Project[]>
}

export interface Filter {
  /** Part of the title, taken literally. */
  search: string
  status: projects.ProjectStatus | null
}

const searchStatement = statement<Query & PageParams & Filter, Page<projects.Project[]>>(
  'freelancer_projects_searched',
  ($) =>
    pageOfProjects(
      'freelancer',
      $,
      sql`${reachable('freelancer', $.actorId, 'p')} and strpos(lower(p.title), lower(${$.search})) > 0
        and p.status = coalesce(${$.status}, p.status)`,
    ),
)

export async function searchProjects(
  db: Db,
  { id: actorId }: Freelancer,
  now: Date,
  filter: Filter,
  page: PageParams,
) {
  const [found] = await searchStatement(db, { actorId, now, ...filter, ...page })
  return found as Page<projects.Project[]>
}

/** Filters by the client's key alone: by two columns, the planner may read all projects of the freelancer. */
const listOfClientStatement = statement<Query & PageParams & { clientId: string }, Page<projects.Project[]>>(
  'projects_of_one_client',
  ($) =>
    pageOfProjects(
      'freelancer',
      $,
      sql`p.client_id = (select id from client where id = ${$.clientId} and ${reachableClient('freelancer', $.actorId)})`,
    ),
  { sharesConnection: true },
)

export async function listProjectsOf(
  db: Db,
  { id: actorId }: Freelancer,
  clientId: string,
  now: Date,
  page: PageParams,
) {
  const [found] = await listOfClientStatement(db, { actorId, clientId, now, ...page })
  return found as Page<projects.Project[]>
}

type ProjectJson = { json: Json<projects.Project> }

const findStatements = forEachRole((role) =>
  statement<Query & { id: string }, ProjectJson>(
    `${role}_project`,
    ($) =>
      asJson(
        sql`select ${projectColumns($.now)} from project p where p.id = ${$.id} and ${reachable(role, $.actorId, 'p')}`,
      ),
    { sharesConnection: true },
  ),
)

export async function findProject(db: Db, { role, id: actorId }: Actor, id: string, now: Date) {
  const [found] = await findStatements[role](db, { actorId, id, now })
  return found?.json
}

interface NewRow {
  id: string
  clientId: string
  title: string
  description: string
  status: projects.ProjectStatus
  dueDate: string | null
}

/** Locks the client's row, so that it cannot be deleted meanwhile. */
const insertStatement = statement<Query & NewRow, ProjectJson>(
  'insert_project',
  ($) => sql`
    with p as (
      insert into project (id, freelancer_id, client_id, time_zone, title, description, status, due_date)
      select ${$.id}, f.id, c.id, f.time_zone, ${$.title}, ${$.description}, ${$.status}, ${$.dueDate}::date
      from client c join freelancer f on f.id = c.freelancer_id
      where c.id = ${$.clientId} and ${reachableClient('freelancer', $.actorId, 'c')}
        and ${isNotCompletedEarly($.status, sql`${$.dueDate}::date`, today($.now, 'f'))}
      for key share of c
      returning *
    )
    ${asJson(sql`select ${projectColumns($.now)} from p`)}`,
)

/** Undefined when the client cannot be reached, or the project would be completed before its due date. */
export async function insertProject(db: Db, { id: actorId }: Freelancer, now: Date, row: NewRow) {
  const [inserted] = await insertStatement(db, { actorId, now, ...row })
  return inserted?.json
}

export interface ChangedProject {
  json: Json<projects.Project>
  clientId: string
}

const changedProject = (now: RawBuilder<Date>) => sql`
  (${asJson(sql`select ${projectColumns(now)}`)}) as json, p.client_id as "clientId"`

/** What is null stays as it is. */
export interface Change {
  title: string | null
  description: string | null
  status: projects.ProjectStatus | null
}

const updateStatement = statement<Query & Change & { id: string }, ChangedProject>(
  'update_project',
  ($) => sql`
    update project p set title = coalesce(${$.title}, title), description = coalesce(${$.description}, description),
      status = coalesce(${$.status}, status)
    where id = ${$.id} and ${reachable('freelancer', $.actorId, 'p')}
      and ${isNotCompletedEarly($.status, sql`due_date`, today($.now, 'p'))}
    returning ${changedProject($.now)}`,
)

/** Undefined when there is no such project for this freelancer, or it would be completed before its due date. */
export async function updateProject(
  db: Db,
  { id: actorId }: Freelancer,
  id: string,
  now: Date,
  change: Change,
) {
  const [changed] = await updateStatement(db, { actorId, id, now, ...change })
  return changed
}

const setDueDateStatement = statement<Query & { id: string; dueDate: string | null }, ChangedProject>(
  'set_due_date',
  ($) => sql`
    update project p set due_date = ${$.dueDate}::date
    where id = ${$.id} and ${reachable('freelancer', $.actorId, 'p')}
      and ${isNotCompletedEarly(sql`status`, sql`${$.dueDate}::date`, today($.now, 'p'))}
    returning ${changedProject($.now)}`,
)

/** Undefined as above: the due date of a completed project does not move into the future. */
export async function setDueDate(
  db: Db,
  { id: actorId }: Freelancer,
  id: string,
  now: Date,
  dueDate: string | null,
) {
  const [changed] = await setDueDateStatement(db, { actorId, id, now, dueDate })
  return changed
}

/** Returns the project's client; undefined when there is no such project for this freelancer. */
export function deleteProject(db: Db, { id: actorId }: Freelancer, id: string) {
  return db
    .deleteFrom('project')
    .where('id', '=', id)
    .where(reachable('freelancer', actorId, 'project'))
    .returning('client_id as clientId')
    .executeTakeFirst()
}
