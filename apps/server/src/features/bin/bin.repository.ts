import { bin } from '@portico/contract'
import { sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { instant } from '../../platform/sql/json.ts'
import type { Page, PageParams } from '../../platform/sql/paging.ts'
import { statement } from '../../platform/sql/statement.ts'
import { reachable, writableProject } from '../access/reachable.ts'

const RETENTION = sql.lit(`${bin.BIN_DAYS} days`)

/** The version number, if the file has or had other versions. */
const shownVersion = sql`
  case when f.id is not null and came_along.count = 0 and (f.version > 1 or exists (
    select from file other where other.history_id = f.history_id and other.id <> f.id and other.state in ('stored', 'binned')
  )) then f.version end`

/** Selects the page before the joins, so that only its rows are joined and counted. */
const listStatement = statement<{ actorId: string } & PageParams, Page<bin.BinItem[]>>(
  'bin_items',
  ($) => sql`
    with page as materialized (
      select * from bin_item where ${reachable('freelancer', $.actorId, 'bin_item')} and id < ${$.cursor}
      order by id desc limit ${$.limit}
    )
    select coalesce(json_agg(item.json order by item.position desc), '[]')::text as json,
      case when count(*) = ${$.limit} and exists (
        select from bin_item where ${reachable('freelancer', $.actorId, 'bin_item')} and id < min(item.position::text)::uuid
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
        'deletedBy', b.deleted_by,
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

export async function listBinItems(db: Db, { id: actorId }: Freelancer, page: PageParams) {
  const [found] = await listStatement(db, { actorId, ...page })
  return found as Page<bin.BinItem[]>
}

export interface BinnedThing {
  projectId: string
  clientId: string
}

/** Whether the freelancer has this file in the bin, and whether its project is there too, or archived. */
export async function findBinnedFile(db: Db, { id: actorId }: Freelancer, id: string) {
  const { rows } = await sql<{ isProjectInBin: boolean; isProjectArchived: boolean }>`
    select p.in_bin as "isProjectInBin", p.archived_at is not null as "isProjectArchived" from bin_item b join project p on p.id = b.project_id
    where b.file_id = ${id} and ${reachable('freelancer', actorId, 'p')}`.execute(db)
  return rows[0]
}

// Each of these statements locks the project before its items, as deleting a client or account does, so that they cannot
// deadlock. Of two concurrent statements, the one that deletes the item wins. The locks:
// - `no key update`, to restore or delete the project, or to restore a file: nobody archives or deletes the project meanwhile, or
//   changes which version of a file is the newest, but a file in the bin can be deleted for good
// - `key share`, to delete a file for good: it waits only for a deletion of the project's row

export async function restoreProject(db: Db, { id: actorId }: Freelancer, id: string) {
  const { rows } = await sql<BinnedThing>`
    with ${lockedProject(actorId, id)}, item as (
      delete from bin_item using p where project_id = p.id and file_id is null returning project_id
    )
    update project set in_bin = false from item where id = item.project_id
    returning id as "projectId", client_id as "clientId"`.execute(db)
  return rows[0]
}

/** Nobody can restore the project after this, nor a file of it. A job deletes them (expiry.service.ts). */
export async function deleteProjectForGood(db: Db, { id: actorId }: Freelancer, id: string) {
  const { rows } = await sql<{ isProject: boolean }>`
    with ${lockedProject(actorId, id)}
    delete from bin_item using p where project_id = p.id returning file_id is null as "isProject"`.execute(db)
  return rows.some(({ isProject }) => isProject)
}

const lockedProject = (actorId: string, id: string) => sql`p as materialized (
  select p.id from bin_item b join project p on p.id = b.project_id
  where b.project_id = ${id} and b.file_id is null and ${reachable('freelancer', actorId, 'p')} for no key update of p
)`

/**
 * Undefined also when the file's project is in the bin or archived. A restored version is the newest if it has the
 * highest number. The project is locked by a statement of its own, so that the second statement sees what others have
 * committed.
 */
export async function restoreFile(trx: Db, { id: actorId }: Freelancer, id: string) {
  const locked = sql`
    select p.id, p.client_id from bin_item b join project p on p.id = b.project_id
    where b.file_id = ${id} and ${writableProject('freelancer', actorId, 'p')} for no key update of p`
  await locked.execute(trx)
  const { rows } = await sql<BinnedThing>`
    with p as materialized (${locked}), restored as materialized (
      select f.id, f.version, f.history_id, p.id as project_id, p.client_id
      from p join file f on f.project_id = p.id where ${isBinnedAs(id)} for no key update of f
    ), highest as (
      select history_id, max(version) as version, count(*) as count from restored group by history_id
    ), newest as (
      update file set is_newest = file.version > highest.version, versions = file.versions + highest.count from highest
      where file.history_id = highest.history_id and file.state = 'stored' and file.is_newest
      returning file.version, file.versions
    ), f as (
      update file f set state = 'stored', binned_with = null, versions = coalesce(newest.versions, highest.count),
        is_newest = f.version = highest.version and f.version > coalesce(newest.version, 0)
      from restored join highest using (history_id) left join newest on true where f.id = restored.id
      returning f.id, restored.project_id, restored.client_id
    ), item as (
      delete from bin_item using f where file_id = f.id
    )
    select project_id as "projectId", client_id as "clientId" from f`.execute(trx)
  return rows[0]
}

/** The file `f` of this item, or a version that was deleted with it. */
const isBinnedAs = (id: string) => sql`
  f.state = 'binned' and f.history_id = (select history_id from file where id = ${id}) and coalesce(f.binned_with, f.id) = ${id}`

export async function deleteBinnedFile(db: Db, { id: actorId }: Freelancer, id: string) {
  const { rows } = await sql`
    with p as materialized (
      select p.id from bin_item b join project p on p.id = b.project_id
      where b.file_id = ${id} and ${reachable('freelancer', actorId, 'p')} for key share of p
    ), f as (
      update file f set state = 'deleted', project_id = null from p
      where ${isBinnedAs(id)} and f.project_id = p.id returning f.id
    ), item as (
      delete from bin_item using f where file_id = f.id
    )
    select id from f`.execute(db)
  return rows.length > 0
}
