import { bin } from '@portico/contract'
import { sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { instant } from '../../platform/sql/json.ts'
import type { Page, PageParams } from '../../platform/sql/paging.ts'
import { statement } from '../../platform/sql/statement.ts'
import type { LockedProject } from '../access/lock-project.ts'
import { personName } from '../access/person-name.ts'
import { type Asker, type AskerValues, reachable } from '../access/reachable.ts'

const RETENTION = sql.lit(`${bin.BIN_DAYS} days`)

/** The version number, if the file has or had other versions. */
const shownVersion = sql`
  case when f.id is not null and came_along.count = 0 and (f.version > 1 or exists (
    select from file other where other.history_id = f.history_id and other.id <> f.id and other.state in ('stored', 'binned')
  )) then f.version end`

const reachableItems = ($: AskerValues) => sql`
  bin_item where workspace_id = ${$.workspaceId}
    and exists (select from project where project.id = bin_item.project_id and ${reachable('freelancer', $, 'project')})`

/** In old rows the first person of the side that did it, who has its id. */
const deleter = sql`coalesce(b.deleted_by_id, case when b.deleted_by = 'Client' then c.id else b.workspace_id end)`

/** Selects the page before the joins, so that only its rows are joined and counted. */
const listStatement = statement<Asker & PageParams, Page<bin.BinItem[]>>(
  'bin_items',
  ($) => sql`
    with page as materialized (
      select * from ${reachableItems($)} and id < ${$.cursor}
      order by id desc limit ${$.limit}
    )
    select coalesce(json_agg(item.json order by item.position desc), '[]')::text as json,
      case when count(*) = ${$.limit} and exists (
        select from ${reachableItems($)} and id < min(item.position::text)::uuid
      ) then min(item.position::text) end as next
    from (
      select b.id as position, json_build_object(
        'kind', case when f.id is null then 'project' else 'file' end,
        'id', coalesce(f.id, p.id),
        'name', coalesce(f.name, p.title),
        'version', ${shownVersion},
        'versions', case when f.id is not null then came_along.count + 1 end,
        'project', json_build_object('id', p.id, 'title', p.title, 'inBin', p.in_bin),
        'client', json_build_object('id', c.id, 'firstName', c.first_name, 'lastName', c.last_name),
        'deletedAt', ${instant('b.deleted_at')},
        'deletedBy', b.deleted_by, 'deletedById', ${deleter}, 'deletedByName', ${personName(deleter)},
        'leavesAt', ${instant(`b.leaves_at`)},
        'size', coalesce(f.size + came_along.size, stored.size),
        'approved', case when f.id is null then exists (select from receipt where project_id = p.id)
          else coalesce(f.review->>'state' = 'approved', false) or came_along.approved end,
        'contents', case when f.id is null then json_build_object('files', stored.count,
          'requests', (select count(*) from request where project_id = p.id), 'feedback',
          (select count(*) from feedback where project_id = p.id)) end
      ) as json
      from (select *, deleted_at + interval ${RETENTION} as leaves_at from page) as b
      join project p on p.id = b.project_id
      join client c on c.id = p.client_id
      left join file f on f.id = b.file_id
      left join lateral (
        select count(*) filter (where is_newest) as count, coalesce(sum(size), 0) as size from file
        where b.file_id is null and project_id = p.id and state = 'stored'
      ) as stored on true
      left join lateral (
        select count(*) as count, coalesce(sum(other.size), 0) as size,
          coalesce(bool_or(other.review->>'state' = 'approved'), false) as approved
        from file other
        where other.history_id = f.history_id and other.state = 'binned' and other.binned_with = f.id
      ) as came_along on true
    ) as item`,
)

export async function listBinItems(db: Db, actor: Freelancer, page: PageParams) {
  const [found] = await listStatement(db, { ...actor, ...page })
  return found as Page<bin.BinItem[]>
}

// Each of these changes needs the lock of the project, before that of its items, as the deletion of a client or account does, so that
// they cannot deadlock. Of two changes at the same time, the one that deletes the item wins.

/** Returns the title. */
export async function setRestored(trx: Db, { id }: LockedProject) {
  const { title } = await trx
    .updateTable('project')
    .set({ in_bin: false })
    .where('id', '=', id)
    .returning('title')
    .executeTakeFirstOrThrow()
  return title
}

/** False when the project is not in the bin any more. */
export async function deleteProjectItem(trx: Db, { id }: LockedProject) {
  const { numDeletedRows } = await trx
    .deleteFrom('bin_item')
    .where('project_id', '=', id)
    .where('file_id', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteFileItemsOf(trx: Db, { id }: LockedProject) {
  await trx.deleteFrom('bin_item').where('project_id', '=', id).execute()
}

export async function deleteFileItem(trx: Db, project: LockedProject, fileId: string) {
  await trx
    .deleteFrom('bin_item')
    .where('file_id', '=', fileId)
    .where('project_id', '=', project.id)
    .execute()
}

interface Version {
  id: string
  name: string
  historyId: string
  version: number
}

/**
 * The file of an item, with the versions that were deleted with it; the newest first. None when it is not in the bin any more. Locks
 * them, because the job that empties the bin (expiry.repository.ts) does not wait for other changes of the project.
 */
export async function findBinnedVersions(trx: Db, project: LockedProject, fileId: string) {
  const { rows } = await sql<Version>`
    select f.id, f.name, f.history_id as "historyId", f.version from file f
    where f.history_id = (select history_id from file where id = ${fileId}) and f.project_id = ${project.id}
      and f.state = 'binned' and coalesce(f.binned_with, f.id) = ${fileId}
    order by f.version desc for no key update`.execute(trx)
  return rows
}

/** The newest version that is not deleted, if there is one. Its row knows how many there are. */
export async function findNewestVersion(trx: Db, project: LockedProject, historyId: string) {
  return trx
    .selectFrom('file')
    .select(['id', 'version', 'versions'])
    .where('history_id', '=', historyId)
    .where('project_id', '=', project.id)
    .where('state', '=', 'stored')
    .where('is_newest', '=', true)
    .executeTakeFirst()
}

/** Puts versions back among the others. `isNewest` says whether the first of them is now the newest of all. */
export async function setStored(
  trx: Db,
  project: LockedProject,
  restored: Version[],
  { isNewest, versions }: { isNewest: boolean; versions: number },
) {
  const ids = restored.map(({ id }) => id)
  await sql`
    update file set state = 'stored', binned_with = null, versions = ${versions}, is_newest = ${isNewest} and id = ${ids[0]}
    where id = any(${ids}::uuid[]) and project_id = ${project.id}`.execute(trx)
}

/** Says whether this version is still the newest, and how many there are. */
export async function updateNewest(
  trx: Db,
  project: LockedProject,
  id: string,
  { isNewest, versions }: { isNewest: boolean; versions: number },
) {
  await trx
    .updateTable('file')
    .set({ is_newest: isNewest, versions })
    .where('id', '=', id)
    .where('project_id', '=', project.id)
    .execute()
}

/** Their bytes are deleted by a job. */
export async function setDeleted(trx: Db, project: LockedProject, versions: Version[]) {
  await sql`
    update file set state = 'deleted', project_id = null
    where id = any(${versions.map(({ id }) => id)}::uuid[]) and project_id = ${project.id}`.execute(trx)
}
