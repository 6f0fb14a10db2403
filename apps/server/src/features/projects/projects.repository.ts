import type { projects } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Actor, Freelancer } from '../../platform/actors.ts'
import { type Db, prepared } from '../../platform/db.ts'
import { instant, type Json } from '../../platform/json.ts'
import { type Page, type PageParams, pageOf } from '../../platform/paging.ts'

/** Today where the freelancer is; `owner` is their id, or that of a client of theirs. */
const todayOf = {
  freelancer: (owner: RawBuilder<string>, now: RawBuilder<Date>) =>
    sql`(select (${now}::timestamptz at time zone time_zone)::date from freelancer where id = ${owner})`,
  client: (owner: RawBuilder<string>, now: RawBuilder<Date>) =>
    sql`(select (${now}::timestamptz at time zone time_zone)::date from freelancer
         where id = (select freelancer_id from client where id = ${owner}))`,
}

/** A project `p` as the contract shows it. The client comes by its key: a join would read the whole table under a generic plan. */
const shown = (today: RawBuilder<unknown>) => sql`json_build_object(
  'id', p.id, 'title', p.title, 'description', p.description, 'status', p.status,
  'dueDate', p.due_date,
  'overdue', p.status <> 'Completed' and coalesce(p.due_date < ${today}, false),
  'createdAt', ${instant('p.created_at')},
  'Client', (select json_build_object('id', c.id, 'firstName', c.first_name, 'lastName', c.last_name, 'email', c.email)
             from client c where c.id = p.client_id))`

const owner = { freelancer: sql.ref('p.freelancer_id'), client: sql.ref('p.client_id') }

interface Asked {
  owner: string
  now: Date
}

const pageOfProjects = (role: Actor['role']) =>
  prepared<Asked & PageParams, Page<projects.Project[]>>(`${role}_projects`, ($) =>
    pageOf(
      sql`select p.id, ${shown(todayOf[role]($.owner, $.now))} as json from project p
          where ${owner[role]} = ${$.owner} and p.id < ${$.cursor} order by p.id desc limit ${$.limit} + 1`,
      $.limit,
    ),
  )

const pages = { freelancer: pageOfProjects('freelancer'), client: pageOfProjects('client') }

/** The projects this person can reach, newest first. */
export async function listProjects(db: Db, { role, id }: Actor, now: Date, page: PageParams) {
  const [found] = await pages[role](db, { owner: id, now, ...page })
  return found as Page<projects.Project[]>
}

const searchPage = prepared<
  Asked & PageParams & { search: string; status: string | null },
  Page<projects.Project[]>
>('freelancer_projects_searched', ($) =>
  pageOf(
    sql`select p.id, ${shown(todayOf.freelancer($.owner, $.now))} as json from project p
          where p.freelancer_id = ${$.owner} and p.id < ${$.cursor}
            and strpos(lower(p.title), lower(${$.search})) > 0
            and p.status = coalesce(${$.status}, p.status)
          order by p.id desc limit ${$.limit} + 1`,
    $.limit,
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

const clientPage = prepared<Asked & PageParams & { clientId: string }, Page<projects.Project[]>>(
  'projects_of_one_client',
  ($) =>
    pageOf(
      sql`select p.id, ${shown(todayOf.freelancer($.owner, $.now))} as json from project p
          where p.client_id = ${$.clientId} and p.freelancer_id = ${$.owner} and p.id < ${$.cursor}
          order by p.id desc limit ${$.limit} + 1`,
      $.limit,
    ),
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
  prepared<Asked & { id: string }, Found>(
    `${role}_project`,
    ($) =>
      sql`select ${shown(todayOf[role]($.owner, $.now))}::text as json from project p
        where p.id = ${$.id} and ${owner[role]} = ${$.owner}`,
  )

const one = { freelancer: oneProject('freelancer'), client: oneProject('client') }

export async function findProject(db: Db, { role, id: owner }: Actor, id: string, now: Date) {
  const [found] = await one[role](db, { owner, id, now })
  return found?.json
}

/** Not their client or not due: no project. The client's row is held, so that it cannot be deleted half-way. */
const insertion = prepared<Asked & NewRow, Found & { id: string }>('insert_project', ($) => {
  const today = todayOf.freelancer($.owner, $.now)
  return sql`
    with p as (
      insert into project (id, freelancer_id, client_id, title, description, status, due_date)
      select ${$.id}, freelancer_id, id, ${$.title}, ${$.description}, ${$.status}, ${$.dueDate}::date
      from client where id = ${$.clientId} and freelancer_id = ${$.owner}
        and (${$.status} <> 'Completed' or ${$.dueDate}::date is null or ${$.dueDate}::date <= ${today})
      for key share
      returning *
    )
    select ${shown(today)}::text as json from p`
})

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

/** What is null stays. Completes nothing before its day: the rule stands in the statement, so that no race slips past it. */
const change = prepared<
  Asked & { id: string; title: string | null; description: string | null; status: string | null },
  Found
>('change_project', ($) => {
  const today = todayOf.freelancer($.owner, $.now)
  return sql`
    with p as (
      update project set title = coalesce(${$.title}, title), description = coalesce(${$.description}, description),
        status = coalesce(${$.status}, status)
      where id = ${$.id} and freelancer_id = ${$.owner}
        and (coalesce(${$.status}, '') <> 'Completed' or due_date is null or due_date <= ${today})
      returning *
    )
    select ${shown(today)}::text as json from p`
})

export async function changeProject(
  db: Db,
  { id: owner }: Freelancer,
  id: string,
  now: Date,
  {
    title = null,
    description = null,
    status = null,
  }: Partial<Record<keyof projects.ProjectChange, string | null>>,
) {
  const [changed] = await change(db, { owner, id, now, title, description, status })
  return changed?.json
}

/** A completed project stays due: its date does not move into the future. */
const dueDateChange = prepared<Asked & { id: string; dueDate: string | null }, Found>('set_due_date', ($) => {
  const today = todayOf.freelancer($.owner, $.now)
  return sql`
    with p as (
      update project set due_date = ${$.dueDate}::date
      where id = ${$.id} and freelancer_id = ${$.owner}
        and (status <> 'Completed' or ${$.dueDate}::date is null or ${$.dueDate}::date <= ${today})
      returning *
    )
    select ${shown(today)}::text as json from p`
})

export async function setDueDate(
  db: Db,
  { id: owner }: Freelancer,
  id: string,
  now: Date,
  dueDate: string | null,
) {
  const [changed] = await dueDateChange(db, { owner, id, now, dueDate })
  return changed?.json
}

/** True when there was one to delete. */
export async function deleteProject(db: Db, { id: owner }: Freelancer, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('project')
    .where('id', '=', id)
    .where('freelancer_id', '=', owner)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
