import { sql } from 'kysely'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { reachableProject } from '../access/reachable.ts'
import { hasBytes } from './file-state.ts'
import { isUploadedBy, type Uploader, uploaderKey, uploaderTypeOf } from './uploader-type.ts'

/** The same lock under which clients are counted. It lets inserts of referencing rows through. */
export async function lockAccount(trx: Db, actor: Actor) {
  await sql`select id from workspace where id = ${actor.workspaceId} for no key update`.execute(trx)
}

/** Bytes of all files of the account, those in the bin included. */
export async function findStorageUsed(db: Db, actor: Actor) {
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(f.size), 0)::float8 as used
    from project p join file f on f.project_id = p.id
    where p.workspace_id = ${actor.workspaceId} and ${hasBytes('f')}`.execute(db)
  return rows[0]?.used ?? 0
}

const isBeingReceived = (table: string) =>
  sql`${sql.ref(`${table}.seen_at`)} > clock_timestamp() - interval '1 minute'`

/** The process was killed that received it, or the database or the storage failed. That is no fault of the uploader. */
const hasFailed = sql`(u.failed_at is not null or coalesce(u.held_until < clock_timestamp(), false))`

/**
 * The number of unfinished uploads of a person or guest link, forms included, and the total size of all unfinished
 * resumable uploads to the account. Those that we failed to receive do not count, or they would block their uploader for a day.
 */
export async function countReceiving(db: Db, actor: Uploader, now: Date) {
  const isOfLink = actor.linkId ? sql`f.link_id = ${actor.linkId}` : sql`true`
  const { rows } = await sql<{ count: number; reserved: number }>`
    select count(*) filter (where ${reachableProject(actor.side, actor, 'p')} and f.uploader_type = ${uploaderTypeOf(actor)}
        and ${isUploadedBy(actor)} and ${isOfLink})::int
        + (select count(*) from form_upload form where form.workspace_id = ${actor.workspaceId} and form.uploader = ${uploaderKey(actor)}
          and ${isBeingReceived('form')})::int as count,
      coalesce(sum(f.size), 0)::float8 as reserved
    from project p join file f on f.project_id = p.id left join partial_upload u on u.id = f.id
    where p.workspace_id = ${actor.workspaceId} and f.state = 'receiving' and f.expires_at > ${now.toISOString()} and not ${hasFailed}`.execute(
    db,
  )
  return rows[0] ?? { count: 0, reserved: 0 }
}

export interface Announced {
  id: string
  size: number
  /** Of forms; the bytes of a resumable upload are counted on the disk. */
  received: number
}

/** All uploads that are on their way, with their announced sizes. Forms go past the disk when files are in a bucket. */
export async function findAnnounced(db: Db, now: Date, { forms }: { forms: boolean }) {
  const { rows } = await sql<Announced>`
    select id, size::float8 as size, 0::float8 as received from file
    where state = 'receiving' and expires_at > ${now.toISOString()}
    union all
    select id, size::float8, received::float8 from form_upload where ${forms} and ${isBeingReceived('form_upload')}`.execute(
    db,
  )
  return rows
}

export async function insertFormUpload(db: Db, actor: Uploader, { id, size }: { id: string; size: number }) {
  await sql`
    insert into form_upload (id, workspace_id, uploader, size)
    values (${id}, ${actor.workspaceId}, ${uploaderKey(actor)}, ${size})`.execute(db)
}

export async function renewFormUpload(db: Db, id: string, received: number) {
  await sql`update form_upload set received = ${received}, seen_at = clock_timestamp() where id = ${id}`.execute(
    db,
  )
}

export async function deleteFormUpload(db: Db, id: string) {
  await db.deleteFrom('form_upload').where('id', '=', id).execute()
}

/** Rows of processes that were killed. */
export async function deleteStaleFormUploads(db: Db) {
  await sql`delete from form_upload where seen_at < clock_timestamp() - interval '1 hour'`.execute(db)
}
