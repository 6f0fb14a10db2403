import type { files } from '@portico/contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { asJson, instant, type Json } from '../../platform/sql/json.ts'
import { type Page, type PageParams, pageOf } from '../../platform/sql/paging.ts'
import { type Placeholders, statement } from '../../platform/sql/statement.ts'
import { recordEvent } from '../activity/record.ts'
import { insertBinItem } from '../bin/bin-item.ts'
import type { Parties } from '../clients/parties.ts'
import { forEachRole, isNotInBin, reachableProject, writableProject } from '../clients/reachable.ts'
import { hasBytes } from './file-state.ts'
import { contentUrl, type Signing, thumbnailUrl } from './signed-urls.ts'
import { uploaderTypeOf } from './uploader-type.ts'
import { lockProjectOf } from './versions.repository.ts'

/** A file `f` of a project `p` as the contract shows it. */
export const fileColumns = ($: Placeholders<Signing>) => sql`
  f.id, f.name as "fileName", ${contentUrl($)} as "fileUrl", ${thumbnailUrl($)} as "thumbnailUrl",
  case f.uploader_type
    when 'Freelancer' then (select name from freelancer where id = p.freelancer_id)
    when 'Guest' then f.guest_name
    else (select first_name || ' ' || last_name from client where id = p.client_id)
  end as uploader,
  f.uploader_type as "uploaderType", f.size, f.content_type as "contentType", ${instant('f.created_at')} as "createdAt",
  f.version, case when f.is_newest then f.versions else (
    select newest.versions from file newest
    where newest.history_id = f.history_id and newest.state = 'stored' order by newest.version desc limit 1
  ) end as versions, f.review`

interface FileParams {
  actorId: string
  id: string
}

const listStatements = forEachRole((role) =>
  statement<FileParams & Signing & PageParams, Page<files.File[]>>(
    `${role}_files`,
    ($) => sql`
      select page.json, page.next from project p, lateral (
        ${pageOf<files.File>({ columns: fileColumns($), from: sql`file f where f.project_id = p.id and f.state = 'stored' and f.is_newest`, idColumn: 'f.id' }, $)}
      ) as page
      where p.id = ${$.id} and ${reachableProject(role, $.actorId, 'p')}`,
    { sharesConnection: true },
  ),
)

/** The files of a project that this person can reach, in their newest versions, newest first; undefined when they cannot. */
export async function listFiles(
  db: Db,
  { role, id: actorId }: Actor,
  id: string,
  signing: Signing,
  page: PageParams,
) {
  const [found] = await listStatements[role](db, { actorId, id, ...signing, ...page })
  return found
}

type Found = { json: Json<files.FileInProject> }

const findStatements = forEachRole((role) =>
  statement<FileParams & Signing, Found>(
    `${role}_file`,
    ($) =>
      asJson(
        sql`select ${fileColumns($)}, json_build_object('id', p.id, 'title', p.title) as project
          from file f join project p on p.id = f.project_id
          where f.id = ${$.id} and f.state = 'stored' and ${reachableProject(role, $.actorId, 'p')}`,
      ),
    { sharesConnection: true },
  ),
)

export async function findFile(db: Db, { role, id: actorId }: Actor, id: string, signing: Signing) {
  const [found] = await findStatements[role](db, { actorId, id, ...signing })
  return found?.json
}

const partiesStatements = forEachRole((role) =>
  statement<FileParams, Parties>(
    `${role}_project_parties`,
    ($) => sql`select p.freelancer_id as "freelancerId", p.client_id as "clientId" from project p
               where p.id = ${$.id} and ${reachableProject(role, $.actorId, 'p')}`,
    { sharesConnection: true },
  ),
)

/** Undefined when this person cannot reach the project. */
export async function findParties(db: Db, { role, id: actorId }: Actor, projectId: string) {
  const [found] = await partiesStatements[role](db, { actorId, id: projectId })
  return found
}

/** A client cannot change a file that the freelancer uploaded; what a guest gave they can. */
const isChangeable = (role: Actor['role']) =>
  role === 'freelancer' ? sql`true` : sql`f.uploader_type <> 'Freelancer'`

interface NewName {
  id: string
  name: string
  contentType: string
}

const saveNameStatements = forEachRole((role) =>
  statement<NewName & Signing & { actorId: string }, Parties & { json: Json<files.File> }>(
    `${role}_save_file_name`,
    ($) => sql`
      with p as materialized (
        select p.id, p.freelancer_id, p.client_id from file f join project p on p.id = f.project_id
        where f.id = ${$.id} and ${writableProject(role, $.actorId, 'p')} for share of p
      ), f as (
        update file f set name = ${$.name}, content_type = ${$.contentType} from p
        where f.id = ${$.id} and f.state = 'stored' and p.id = f.project_id and ${isChangeable(role)}
        returning f.*
      )
      select saved.json, p.freelancer_id as "freelancerId", p.client_id as "clientId"
      from f join p on p.id = f.project_id, lateral (${asJson(sql`select ${fileColumns($)}`)}) as saved`,
  ),
)

/** Undefined when this person cannot change the file, or nobody can, because its project is archived. */
export async function saveName(db: Db, { role, id: actorId }: Actor, name: NewName, signing: Signing) {
  const [saved] = await saveNameStatements[role](db, { ...name, ...signing, actorId })
  return saved
}

/**
 * Puts one version of a file into the freelancer's bin; of those that are left, the one with the highest number becomes the
 * newest. A client cannot delete what the freelancer uploaded, and nobody something of an archived project. Undefined when
 * nothing was deleted. Locks the project first, as deleting a project does, so the two cannot deadlock.
 */
export async function binFile(trx: Db, actor: Actor, id: string, now: Date) {
  const { role, id: actorId } = actor
  await lockProjectOf(trx, actor, sql`select project_id from file where id = ${id}`)
  const { rows } = await sql<Parties>`
    with p as materialized (
      select p.id, p.freelancer_id, p.client_id from file f join project p on p.id = f.project_id
      where f.id = ${id} and ${writableProject(role, actorId, 'p')} for no key update of p
    ), f as (
      update file f set state = 'binned', is_newest = false from p
      where f.id = ${id} and f.state = 'stored' and p.id = f.project_id and ${isChangeable(role)}
      returning p.id as project_id, f.id as file_id, f.name, f.version, f.history_id, p.freelancer_id, p.client_id
    ), successor as (
      select other.id, count(*) over () as versions from f
      join file other on other.history_id = f.history_id and other.state = 'stored' and other.id <> f.file_id
      order by other.version desc limit 1
    ), newest as (
      update file set is_newest = true, versions = successor.versions from successor where file.id = successor.id
      returning file.id
    ), item as (${insertBinItem(newId(), sql`f`, uploaderTypeOf(actor), now)}),
    event as (${recordEvent({
      id: newId(),
      by: role,
      kind: 'file_deleted',
      subject: {
        fileId: sql`f.file_id`,
        fileName: sql`f.name`,
        version: sql`case when f.version > 1 or exists (select from newest) then f.version end`,
      },
      now: now.toISOString(),
      from: sql`f join p on p.id = f.project_id`,
    })})
    select freelancer_id as "freelancerId", client_id as "clientId" from f`.execute(trx)
  return rows[0]
}

/**
 * Puts all versions of a file into the bin as one item. A client can do it only when all are theirs. Undefined when nothing was
 * deleted. Locks like `binFile`.
 */
export async function binAllVersions(trx: Db, actor: Actor, id: string, now: Date) {
  const { role, id: actorId } = actor
  await lockProjectOf(trx, actor, sql`select project_id from file where id = ${id}`)
  const { rows } = await sql<Parties>`
    with p as materialized (
      select p.id, p.freelancer_id, p.client_id, f.history_id from file f join project p on p.id = f.project_id
      where f.id = ${id} and f.state = 'stored' and ${writableProject(role, actorId, 'p')} for no key update of p
    ), version as materialized (
      select f.id, f.is_newest, ${isChangeable(role)} as is_changeable
      from p join file f on f.history_id = p.history_id and f.state = 'stored'
    ), newest as (
      select id from version where is_newest and not exists (select from version where not is_changeable)
    ), binned as (
      update file f set state = 'binned', is_newest = false, binned_with = case when f.id <> newest.id then newest.id end
      from p, newest where f.history_id = p.history_id and f.state = 'stored'
      returning p.id as project_id, f.id as file_id, f.name, f.binned_with, p.freelancer_id, p.client_id
    ), f as (select * from binned where binned_with is null),
    item as (${insertBinItem(newId(), sql`f`, uploaderTypeOf(actor), now)}),
    event as (${recordEvent({
      id: newId(),
      by: role,
      kind: 'file_deleted',
      subject: { fileId: sql`f.file_id`, fileName: sql`f.name`, version: sql`null::int` },
      now: now.toISOString(),
      from: sql`f join p on p.id = f.project_id`,
    })})
    select freelancer_id as "freelancerId", client_id as "clientId" from f`.execute(trx)
  return rows[0]
}

/** A signed link is enough to read these. */
export interface Contents {
  name: string
  contentType: string
  size: string
  sha256: Buffer
  hasThumbnail: boolean
}

const contents = statement<{ id: string }, Contents>(
  'file_contents',
  ($) => sql`
    select f.name, f.content_type as "contentType", f.size, f.sha256, f.has_thumbnail as "hasThumbnail"
    from file f join project p on p.id = f.project_id
    where f.id = ${$.id} and f.state = 'stored' and ${isNotInBin('p')}`,
  { sharesConnection: true },
)

export async function findContents(db: Db, id: string) {
  const [found] = await contents(db, { id })
  return found
}

export async function findProjectTitle(db: Db, id: string) {
  const found = await db
    .selectFrom('project')
    .select('title')
    .where('id', '=', id)
    .where(isNotInBin('project'))
    .executeTakeFirst()
  return found?.title
}

export function findProjectFiles(db: Db, projectId: string, versions: files.WhichVersions) {
  return db
    .selectFrom('file')
    .select(['id', 'name', 'size', 'version', 'versions', 'is_newest as isNewest', 'created_at as createdAt'])
    .where('project_id', '=', projectId)
    .where('state', '=', 'stored')
    .$if(versions === 'newest', (query) => query.where('is_newest', '=', true))
    .orderBy('id')
    .execute()
}

/** Also of a file in the bin, so that it comes back with its thumbnail. */
export function findImage(db: Db, id: string) {
  return db
    .selectFrom('file')
    .select(['content_type as contentType', 'size'])
    .where('id', '=', id)
    .where(hasBytes('file'))
    .executeTakeFirst()
}

/** Undefined when this person cannot reach the file. */
export function findFileDetails(db: Db, { role, id: actorId }: Actor, id: string) {
  return db
    .selectFrom('file')
    .innerJoin('project', 'project.id', 'file.project_id')
    .select(['project.id as projectId', 'file.name', 'file.content_type as contentType'])
    .where('file.id', '=', id)
    .where('file.state', '=', 'stored')
    .where(reachableProject(role, actorId, 'project'))
    .executeTakeFirst()
}

/** Undefined when the file was deleted for good meanwhile. */
export async function markThumbnail(db: Db, id: string) {
  const { rows } = await sql<Parties>`
    update file f set has_thumbnail = true from project p
    where f.id = ${id} and ${hasBytes('f')} and p.id = f.project_id
    returning p.freelancer_id as "freelancerId", p.client_id as "clientId"`.execute(db)
  return rows[0]
}
