import type { files } from '@portico/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import type { PartialUploadState } from '../../platform/storage/storage.ts'
import { reachableProject, writableProject } from '../access/reachable.ts'
import type { FileState } from './file-state.ts'
import { isUploadedBy, type Uploader, uploaderIdOf } from './uploader-type.ts'
import type { NewFile } from './uploads.repository.ts'

export interface ResumableUpload extends Omit<NewFile, 'sha256' | 'uploaderId'> {
  createdAt: string
}

/** False when the actor cannot reach the project, or it is archived. */
export async function insertReceiving(
  trx: Db,
  actor: Uploader,
  {
    id,
    projectId,
    uploaderType,
    name,
    contentType,
    size,
    historyId,
    requestId,
    sectionId,
    guestName,
    clientUploadId,
    isStaged,
  }: Omit<ResumableUpload, 'createdAt'>,
  expiresAt: Date,
) {
  const { numAffectedRows = 0n } = await sql`
    insert into file (id, project_id, uploader_type, uploader_id, name, content_type, size, expires_at, state, version_of, is_newest, request_id, section_id,
      guest_name, link_id, client_upload_id, is_staged)
    select ${id}, p.id, ${uploaderType}, ${uploaderIdOf(actor)}, ${name}, ${contentType}, ${size}, ${expiresAt}, 'receiving', ${historyId}, false,
      (select id from request where id = ${requestId} and project_id = p.id),
      (select id from file_section where id = ${sectionId} and project_id = p.id),
      ${guestName}, (select id from guest_link where id = ${actor.linkId ?? null}), ${clientUploadId}, ${isStaged}
    from project p where p.id = ${projectId} and ${writableProject(actor.side, actor, 'p')} for share`.execute(
    trx,
  )
  if (numAffectedRows === 0n) return false
  await trx.insertInto('partial_upload').values({ id }).execute()
  return true
}

/** Finds an upload of this person, or one by this guest's link. */
export async function findUpload(db: Db, actor: Uploader, id: string, uploaderType: files.UploaderType) {
  const { rows } = await sql<
    Omit<ResumableUpload, 'clientUploadId'> & {
      state: FileState
      isArchived: boolean
      partialState: PartialUploadState | null
    }
  >`
    select f.id, f.project_id as "projectId", f.uploader_type as "uploaderType", f.name, f.content_type as "contentType",
      f.size::float8 as size, f.version_of as "historyId", f.request_id as "requestId", f.section_id as "sectionId", f.guest_name as "guestName",
      f.created_at as "createdAt", f.state, f.is_staged as "isStaged",
      p.archived_at is not null as "isArchived", u.state as "partialState"
    from file f join project p on p.id = f.project_id left join partial_upload u on u.id = f.id
    where f.id = ${id} and f.state <> 'deleted' and ${reachableProject(actor.side, actor, 'p')}
      and f.uploader_type = ${uploaderType} and ${isUploadedBy(actor)} and (${actor.linkId ?? null}::uuid is null or f.link_id = ${actor.linkId ?? null})`.execute(
    db,
  )
  return rows[0]
}

/** Uploads with this link of which nothing has arrived for a while. */
export async function findIdleByLink(db: Db, linkId: string, { minutes }: { minutes: number }) {
  const { rows } = await sql<Partial>`
    select u.id, u.state, f.size::float8 as size from partial_upload u join file f on f.id = u.id
    where f.link_id = ${linkId} and f.state = 'receiving'
      and u.active_at < clock_timestamp() - make_interval(mins => ${minutes})`.execute(db)
  return rows
}

export interface Partial {
  id: string
  size: number
  state: PartialUploadState | null
}

export async function findExpired(db: Db, now: Date) {
  const { rows } = await sql<Partial>`
    select f.id, u.state, f.size::float8 as size from file f left join partial_upload u on u.id = f.id
    where f.state = 'receiving' and f.expires_at < ${now.toISOString()} order by f.id limit 1000`.execute(db)
  return rows
}

/** Nothing needs it once its file is stored. */
export async function deletePartial(db: Db, id: string) {
  await db.deleteFrom('partial_upload').where('id', '=', id).execute()
}

/** Those of processes that were killed before they could do it. */
export async function deleteStoredPartials(db: Db) {
  await sql`
    delete from partial_upload u using file f where f.id = u.id and f.state <> 'receiving'`.execute(db)
}

/** False when it was stored or deleted meanwhile. */
export async function deleteReceiving(db: Db, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('file')
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .executeTakeFirst()
  return numDeletedRows > 0n
}
