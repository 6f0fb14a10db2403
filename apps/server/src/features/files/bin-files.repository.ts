import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import type { Parties } from '../access/parties.ts'
import { writableProject } from '../access/reachable.ts'
import { insertBinItem } from '../bin/bin-item.ts'
import { recordEvent } from '../events/record.ts'
import { isChangeable } from './file-columns.ts'
import { uploaderTypeOf } from './uploader-type.ts'
import { lockProjectOf } from './versions.repository.ts'

/**
 * Puts one version of a file into the freelancer's bin. The remaining version with the highest number becomes the
 * newest. A client cannot delete the freelancer's uploads, and nobody can delete files of an archived project.
 * Undefined when nothing was deleted. Locks the project first, as deleting a project does, so that the two cannot
 * deadlock.
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
