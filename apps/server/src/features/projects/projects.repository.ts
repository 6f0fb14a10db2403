import type { projects } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Actor, ClientUser, Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { asJson, type Json } from '../../platform/sql/json.ts'
import { type Page, type PageParams, pageOf } from '../../platform/sql/paging.ts'
import { type Placeholders, statement } from '../../platform/sql/statement.ts'
import {
  forArchivedAndNot,
  forEachSide,
  isArchived,
  isNotInBin,
  reachableClient,
  reachableProject,
  writableProject,
} from '../access/reachable.ts'
import { clientColumns, listedColumns, projectColumns, type Query } from './project-columns.ts'

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
      columns: listedColumns($.now, sql`(select json from reachable_client where id = p.client_id)`),
      from: sql`project p where ${where}`,
      idColumn: 'p.id',
    },
    $,
  )

/** A project that is not archived has a client who is not. */
const clientsOfProjects = ($: Placeholders<Query>, archived: boolean) =>
  archived
    ? reachableClient('freelancer', $, 'c')
    : sql<boolean>`${reachableClient('freelancer', $, 'c')} and ${isArchived(false, 'c')}`

const listStatement = forArchivedAndNot((archived) =>
  statement<Query & PageParams, Page<projects.Project[]>>(
    archived ? 'archived_projects' : 'freelancer_projects',
    ($) =>
      pageOfProjects($, {
        where: sql`${reachableProject('freelancer', $, 'p')} and ${isArchived(archived, 'p')}`,
        clients: clientsOfProjects($, archived),
      }),
    { sharesConnection: true },
  ),
)

export async function listProjects(
  db: Db,
  actor: Freelancer,
  now: Date,
  archived: boolean,
  page: PageParams,
) {
  const [found] = await listStatement(archived)(db, { ...actor, now, ...page })
  return found as Page<projects.Project[]>
}

const listForClientStatement = statement<Query & PageParams, Page<projects.Project[]>>(
  'client_projects',
  ($) =>
    pageOfProjects($, {
      where: reachableProject('client', $, 'p'),
      clients: reachableClient('client', $, 'c'),
    }),
  { sharesConnection: true },
)

/** All of them, archived or not. */
export async function listProjectsForClient(db: Db, actor: ClientUser, now: Date, page: PageParams) {
  const [found] = await listForClientStatement(db, { ...actor, now, ...page })
  return found as Page<projects.Project[]>
}

/** All projects of one client, archived or not. Filters by the client's key alone: by two columns, the planner may read all projects of the freelancer. */
const listOfClientStatement = statement<Query & PageParams & { clientId: string }, Page<projects.Project[]>>(
  'projects_of_one_client',
  ($) =>
    pageOfProjects($, {
      where: sql`p.client_id = (select id from client where id = ${$.clientId} and ${reachableClient('freelancer', $)})
        and ${isNotInBin('p')}`,
      clients: sql`c.id = ${$.clientId}`,
    }),
  { sharesConnection: true },
)

export async function listProjectsOf(
  db: Db,
  actor: Freelancer,
  clientId: string,
  now: Date,
  page: PageParams,
) {
  const [found] = await listOfClientStatement(db, { ...actor, clientId, now, ...page })
  return found as Page<projects.Project[]>
}

type ProjectJson = { json: Json<projects.Project> }

const findStatements = forEachSide((side) =>
  statement<Query & { id: string }, ProjectJson>(
    `${side}_project`,
    ($) =>
      asJson(
        sql`select ${projectColumns($.now)} from project p where p.id = ${$.id} and ${reachableProject(side, $, 'p')}`,
      ),
    { sharesConnection: true },
  ),
)

export async function findProject(db: Db, actor: Actor, id: string, now: Date) {
  const [found] = await findStatements[actor.side](db, { ...actor, id, now })
  return found?.json
}

/** Whether this person can change the project; undefined when they cannot reach it. */
export async function isProjectWritable(db: Db, actor: Actor, id: string) {
  const found = await db
    .selectFrom('project')
    .select(writableProject(actor.side, actor, 'project').as('isWritable'))
    .where('id', '=', id)
    .where(reachableProject(actor.side, actor, 'project'))
    .executeTakeFirst()
  return found?.isWritable
}
