import type { files } from '@portico/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { asJson, instant, type Json } from '../../platform/sql/json.ts'
import { type Page, type PageParams, pageOf } from '../../platform/sql/paging.ts'
import { type Placeholders, statement } from '../../platform/sql/statement.ts'
import type { LockedProject } from '../access/lock-project.ts'
import type { Parties } from '../access/parties.ts'
import { type Asker, forEachSide, reachableProject } from '../access/reachable.ts'
import { fileColumns } from './file-columns.ts'
import { isFromClient } from './from-client.ts'
import type { Signing } from './signed-urls.ts'

interface FileParams extends Asker {
  id: string
}

const listStatements = forEachSide((side) =>
  statement<FileParams & Signing & PageParams, Page<files.File[]>>(
    `${side}_files`,
    ($) => sql`
      select page.json, page.next from project p, lateral (
        ${pageOf<files.File>({ columns: fileColumns($), from: sql`file f where f.project_id = p.id and f.state = 'stored' and f.is_newest`, idColumn: 'f.id' }, $)}
      ) as page
      where p.id = ${$.id} and ${reachableProject(side, $, 'p')}`,
    { sharesConnection: true },
  ),
)

/** The newest version of each file of a project, newest first. Undefined when this person cannot reach the project. */
export async function listFiles(db: Db, actor: Actor, id: string, signing: Signing, page: PageParams) {
  const [found] = await listStatements[actor.side](db, { ...actor, id, ...signing, ...page })
  return found
}

const summaryStatements = forEachSide((side) =>
  statement<FileParams, { json: Json<files.Summary> }>(
    `${side}_file_summary`,
    ($) =>
      asJson(
        sql`select counted.*, (
            select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'files', (
              select count(*) from file f where f.section_id = s.id and f.state = 'stored' and f.is_newest
            )) order by s.position), '[]') from file_section s where s.project_id = p.id
          ) as sections
          from project p, lateral (
            select count(*)::int as files, (count(*) filter (where ${isFromClient('f')}))::int as "fromClient"
            from file f where f.project_id = p.id and f.state = 'stored' and f.is_newest
          ) as counted
          where p.id = ${$.id} and ${reachableProject(side, $, 'p')}`,
      ),
    { sharesConnection: true },
  ),
)

/** Undefined when this person cannot reach the project. */
export async function findSummary(db: Db, actor: Actor, id: string) {
  const [found] = await summaryStatements[actor.side](db, { ...actor, id })
  return found?.json
}

type Found = { json: Json<files.FileInProject> }

const columnsInProject = ($: Placeholders<Signing>) => sql`
  ${fileColumns($)},
  json_build_object('id', p.id, 'title', p.title, 'archivedAt', ${instant('p.archived_at')}) as project`

const findStatements = forEachSide((side) =>
  statement<FileParams & Signing, Found>(
    `${side}_file`,
    ($) =>
      asJson(
        sql`select ${columnsInProject($)}
          from file f join project p on p.id = f.project_id
          where f.id = ${$.id} and f.state = 'stored' and ${reachableProject(side, $, 'p')}`,
      ),
    { sharesConnection: true },
  ),
)

export async function findFile(db: Db, actor: Actor, id: string, signing: Signing) {
  const [found] = await findStatements[actor.side](db, { ...actor, id, ...signing })
  return found?.json
}

const someStatements = forEachSide((side) =>
  statement<Asker & Signing & { ids: string[] }, { json: Json<files.FileInProject[]> }>(
    `${side}_some_files`,
    ($) => sql`
      select coalesce(json_agg(item order by array_position(${$.ids}::uuid[], item.id)), '[]')::text as json from (
        select ${columnsInProject($)}
        from file f join project p on p.id = f.project_id
        where f.id = any(${$.ids}::uuid[]) and f.state = 'stored' and ${reachableProject(side, $, 'p')}
      ) as item`,
    { sharesConnection: true },
  ),
)

/** Those of these files that this person can see, in the order of the ids. */
export async function findSomeFiles(db: Db, actor: Actor, ids: string[], signing: Signing) {
  const [found] = await someStatements[actor.side](db, { ...actor, ids, ...signing })
  return (found as { json: Json<files.FileInProject[]> }).json
}

const partiesStatements = forEachSide((side) =>
  statement<FileParams, Parties>(
    `${side}_project_parties`,
    ($) => sql`select p.workspace_id as "workspaceId", p.client_id as "clientId" from project p
               where p.id = ${$.id} and ${reachableProject(side, $, 'p')}`,
    { sharesConnection: true },
  ),
)

/** Undefined when this person cannot reach the project. */
export async function findParties(db: Db, actor: Actor, projectId: string) {
  const [found] = await partiesStatements[actor.side](db, { ...actor, id: projectId })
  return found
}

export async function isFileReachable(db: Db, actor: Actor, id: string) {
  const found = await db
    .selectFrom('file')
    .innerJoin('project', 'project.id', 'file.project_id')
    .select('file.id')
    .where('file.id', '=', id)
    .where('file.state', '=', 'stored')
    .where(reachableProject(actor.side, actor, 'project'))
    .executeTakeFirst()
  return found !== undefined
}

const readStatement = statement<{ id: string; projectId: string } & Signing, { json: Json<files.File> }>(
  'stored_file',
  ($) =>
    asJson(
      sql`select ${fileColumns($)} from file f join project p on p.id = f.project_id where f.id = ${$.id} and p.id = ${$.projectId}`,
    ),
)

/** For whoever has just changed the file. */
export async function readFile(trx: Db, { id: projectId }: LockedProject, id: string, signing: Signing) {
  const [found] = await readStatement(trx, { id, projectId, ...signing })
  return (found as { json: Json<files.File> }).json
}
