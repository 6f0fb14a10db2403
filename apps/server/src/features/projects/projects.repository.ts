import type { projects } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Actor, ClientUser, Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { asJson, instant, type Json } from '../../platform/sql/json.ts'
import { type Page, type PageParams, pageOf } from '../../platform/sql/paging.ts'
import { type Placeholders, statement } from '../../platform/sql/statement.ts'
import { insertBinItem } from '../bin/bin-item.ts'
import {
  forArchivedAndNot,
  forEachRole,
  isArchived,
  isNotInBin,
  reachableClient,
  reachableProject,
  writableClient,
  writableProject,
} from '../clients/reachable.ts'

/** The current day in the time zone of a project or freelancer. */
const today = (now: RawBuilder<Date>, table: 'p' | 'f') =>
  sql`(${now}::timestamptz at time zone ${sql.ref(`${table}.time_zone`)})::date`

/** A project is not completed before its due date. The statements that write check it, so that no race gets past it. */
const isNotCompletedEarly = (
  status: RawBuilder<string | null>,
  dueDate: RawBuilder<unknown>,
  today: RawBuilder<unknown>,
) => sql`(${status} is distinct from 'Completed' or ${dueDate} is null or ${dueDate} <= ${today})`

/** "Complete now" has replaced the due date, and nobody has changed it since. */
const wasCompletedNow = sql<boolean>`(p.status_before_completion is not null and p.due_date = p.completed_on)`

const completion = sql`
  case when p.completed_on is not null then json_build_object('on', p.completed_on,
    'dueDate', case when ${wasCompletedNow} then p.agreed_due_date else p.due_date end) end`

const clientColumns = sql`c.id, c.first_name as "firstName", c.last_name as "lastName", c.email`
/** Finds the client by its key: under a generic plan a join would read the whole table. */
const clientOfProject = sql`
  (select row_to_json(client) from (select ${clientColumns} from client c where c.id = p.client_id) as client)`

/** A project `p` as the contract shows it. */
const projectColumns = (now: RawBuilder<Date>, client = clientOfProject) => sql`
  p.id, p.title, p.description, p.status, p.due_date as "dueDate",
  ${completion} as completion,
  coalesce(p.overdue_at <= ${now}, false) as overdue, p.time_zone as "timeZone",
  ${instant('p.created_at')} as "createdAt", ${instant('p.archived_at')} as "archivedAt", ${client} as "Client"`

interface Query {
  actorId: string
  now: Date
}

/**
 * A page of projects, newest first. Freelancers have few clients that are not archived, so each client's JSON is made once
 * for the page.
 */
const pageOfProjects = (
  $: Placeholders<Query & PageParams>,
  { where, clients }: { where: RawBuilder<boolean>; clients: RawBuilder<boolean> },
) =>
  pageOf<projects.Project>(
    {
      withClause: sql`
        with reachable_client as materialized (
          select id, row_to_json(c) as json
          from (select ${clientColumns} from client c where ${clients}) as c
        )`,
      columns: projectColumns($.now, sql`(select json from reachable_client where id = p.client_id)`),
      from: sql`project p where ${where}`,
      idColumn: 'p.id',
    },
    $,
  )

/** A project that is not archived has a client who is not. */
const clientsOfProjects = ($: Placeholders<Query>, archived: boolean) =>
  archived
    ? reachableClient('freelancer', $.actorId, 'c')
    : sql<boolean>`${reachableClient('freelancer', $.actorId, 'c')} and ${isArchived(false, 'c')}`

const listStatement = forArchivedAndNot((archived) =>
  statement<Query & PageParams, Page<projects.Project[]>>(
    archived ? 'archived_projects' : 'freelancer_projects',
    ($) =>
      pageOfProjects($, {
        where: sql`${reachableProject('freelancer', $.actorId, 'p')} and ${isArchived(archived, 'p')}`,
        clients: clientsOfProjects($, archived),
      }),
    { sharesConnection: true },
  ),
)

export async function listProjects(
  db: Db,
  { id: actorId }: Freelancer,
  now: Date,
  archived: boolean,
  page: PageParams,
) {
  const [found] = await listStatement(archived)(db, { actorId, now, ...page })
  return found as Page<projects.Project[]>
}

const listForClientStatement = statement<Query & PageParams, Page<projects.Project[]>>(
  'client_projects',
  ($) =>
    pageOfProjects($, {
      where: reachableProject('client', $.actorId, 'p'),
      clients: reachableClient('client', $.actorId, 'c'),
    }),
  { sharesConnection: true },
)

/** All of them, archived or not. */
export async function listProjectsForClient(
  db: Db,
  { id: actorId }: ClientUser,
  now: Date,
  page: PageParams,
) {
  const [found] = await listForClientStatement(db, { actorId, now, ...page })
  return found as Page<projects.Project[]>
}

export interface Filter {
  /** Part of the title, taken literally. */
  search: string
  status: projects.ProjectStatus | null
}

const searchStatement = forArchivedAndNot((archived) =>
  statement<Query & PageParams & Filter, Page<projects.Project[]>>(
    archived ? 'archived_projects_searched' : 'freelancer_projects_searched',
    ($) =>
      pageOfProjects($, {
        where: sql`${reachableProject('freelancer', $.actorId, 'p')} and ${isArchived(archived, 'p')}
          and strpos(lower(p.title), lower(${$.search})) > 0 and p.status = coalesce(${$.status}, p.status)`,
        clients: clientsOfProjects($, archived),
      }),
  ),
)

export async function searchProjects(
  db: Db,
  { id: actorId }: Freelancer,
  now: Date,
  archived: boolean,
  filter: Filter,
  page: PageParams,
) {
  const [found] = await searchStatement(archived)(db, { actorId, now, ...filter, ...page })
  return found as Page<projects.Project[]>
}

/** All projects of one client, archived or not. Filters by the client's key alone: by two columns, the planner may read all projects of the freelancer. */
const listOfClientStatement = statement<Query & PageParams & { clientId: string }, Page<projects.Project[]>>(
  'projects_of_one_client',
  ($) =>
    pageOfProjects($, {
      where: sql`p.client_id = (select id from client where id = ${$.clientId} and ${reachableClient('freelancer', $.actorId)})
        and ${isNotInBin('p')}`,
      clients: sql`c.id = ${$.clientId}`,
    }),
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
        sql`select ${projectColumns($.now)} from project p where p.id = ${$.id} and ${reachableProject(role, $.actorId, 'p')}`,
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

/** Locks the client's row, so that it can be neither deleted nor archived meanwhile. */
const insertStatement = statement<Query & NewRow, ProjectJson>(
  'insert_project',
  ($) => sql`
    with p as (
      insert into project (id, freelancer_id, client_id, time_zone, title, description, status, due_date, completed_on)
      select ${$.id}, f.id, c.id, f.time_zone, ${$.title}, ${$.description}, ${$.status}, ${$.dueDate}::date,
        case when ${$.status} = 'Completed' then ${today($.now, 'f')} end
      from client c join freelancer f on f.id = c.freelancer_id
      where c.id = ${$.clientId} and ${writableClient('freelancer', $.actorId, 'c')}
        and ${isNotCompletedEarly($.status, sql`${$.dueDate}::date`, today($.now, 'f'))}
      for share of c
      returning *
    )
    ${asJson(sql`select ${projectColumns($.now)} from p`)}`,
)

/** Undefined when the client cannot be reached or is archived, or the project would be completed before its due date. */
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

/** Null leaves the status as it is. A project that is no longer completed gets back the due date that "Complete now" replaced. */
const setStatus = (status: RawBuilder<string | null>, today: RawBuilder<unknown>) => sql`
  status = coalesce(${status}, p.status),
  due_date = case when ${status} <> 'Completed' and ${wasCompletedNow} then p.agreed_due_date else p.due_date end,
  completed_on = case
    when coalesce(${status}, p.status) <> 'Completed' then null
    when p.status = 'Completed' then p.completed_on
    else ${today} end,
  agreed_due_date = case when ${status} <> 'Completed' then null else p.agreed_due_date end,
  status_before_completion = case when ${status} <> 'Completed' then null else p.status_before_completion end`

const updateStatement = statement<Query & Change & { id: string }, ChangedProject>(
  'update_project',
  ($) => sql`
    update project p set title = coalesce(${$.title}, title), description = coalesce(${$.description}, description),
      ${setStatus($.status, today($.now, 'p'))}
    where id = ${$.id} and ${writableProject('freelancer', $.actorId, 'p')}
      and ${isNotCompletedEarly($.status, sql`due_date`, today($.now, 'p'))}
    returning ${changedProject($.now)}`,
)

/** Undefined when there is no such project for this freelancer, it is archived, or it would be completed before its due date. */
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
    where id = ${$.id} and ${writableProject('freelancer', $.actorId, 'p')}
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

const completeStatement = statement<Query & { id: string }, ChangedProject>(
  'complete_project',
  ($) => sql`
    update project p set status = 'Completed', due_date = ${today($.now, 'p')}, completed_on = ${today($.now, 'p')},
      agreed_due_date = p.due_date, status_before_completion = p.status
    where id = ${$.id} and ${writableProject('freelancer', $.actorId, 'p')} and p.status <> 'Completed'
    returning ${changedProject($.now)}`,
)

/** Undefined when there is no such project for this freelancer, it is archived, or already completed. */
export async function completeProject(db: Db, { id: actorId }: Freelancer, id: string, now: Date) {
  const [changed] = await completeStatement(db, { actorId, id, now })
  return changed
}

const undoCompleteStatement = statement<{ actorId: string; id: string }, { clientId: string }>(
  'undo_complete_project',
  ($) => sql`
    update project p set status = p.status_before_completion, due_date = p.agreed_due_date, completed_on = null,
      agreed_due_date = null, status_before_completion = null
    where id = ${$.id} and ${writableProject('freelancer', $.actorId, 'p')} and ${wasCompletedNow}
    returning p.client_id as "clientId"`,
)

/** Undefined as above, or when its status or due date has changed since it was completed. */
export async function undoCompleteProject(db: Db, { id: actorId }: Freelancer, id: string) {
  const [changed] = await undoCompleteStatement(db, { actorId, id })
  return changed
}

const archiveStatement = statement<Query & { id: string }, ChangedProject>(
  'archive_project',
  ($) => sql`
    update project p set archived_at = coalesce(archived_at, ${$.now})
    where id = ${$.id} and ${reachableProject('freelancer', $.actorId, 'p')}
    returning ${changedProject($.now)}`,
)

export async function archiveProject(db: Db, { id: actorId }: Freelancer, id: string, now: Date) {
  const [changed] = await archiveStatement(db, { actorId, id, now })
  return changed
}

/** Locks the client first, as archiving them does. */
const bringBackStatement = statement<Query & { id: string }, ChangedProject>(
  'bring_back_project',
  ($) => sql`
    with c as materialized (
      select id from client
      where id = (select client_id from project where id = ${$.id}) and ${writableClient('freelancer', $.actorId)}
      for share
    )
    update project p set archived_at = null, archived_with_client = false
    from c where p.id = ${$.id} and p.client_id = c.id and ${isNotInBin('p')}
    returning ${changedProject($.now)}`,
)

/** Undefined when there is no such project for this freelancer, or its client is archived. */
export async function bringBackProject(db: Db, { id: actorId }: Freelancer, id: string, now: Date) {
  const [changed] = await bringBackStatement(db, { actorId, id, now })
  return changed
}

/** Whether this person can change the project; undefined when they cannot reach it. */
export async function isProjectWritable(db: Db, { role, id: actorId }: Actor, id: string) {
  const found = await db
    .selectFrom('project')
    .select(writableProject(role, actorId, 'project').as('isWritable'))
    .where('id', '=', id)
    .where(reachableProject(role, actorId, 'project'))
    .executeTakeFirst()
  return found?.isWritable
}

/** Puts the project into the bin and returns its client; undefined when there is no such project for this freelancer. */
export async function binProject(db: Db, { id: actorId }: Freelancer, id: string, now: Date) {
  const { rows } = await sql<{ clientId: string }>`
    with p as (
      update project p set in_bin = true where id = ${id} and ${reachableProject('freelancer', actorId, 'p')}
      returning p.id as project_id, null::uuid as file_id, freelancer_id, client_id
    ), item as (${insertBinItem(newId(), sql`p`, 'Freelancer', now)})
    select client_id as "clientId" from p`.execute(db)
  return rows[0]
}
