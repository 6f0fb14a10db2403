import type { files } from '@portico/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import { reachableProject, writableProject } from '../access/reachable.ts'
import type { FileState } from './file-state.ts'
import { isUploadedBy, type Uploader, uploaderIdOf } from './uploader-type.ts'
import type { NewFile } from './uploads.repository.ts'

export interface ResumableUpload extends Omit<NewFile, 'sha256' | 'uploaderId'> {
  createdAt: string
}

/** False when the actor cannot reach the project, or it is archived. */
export async function insertReceiving(
  db: Db,
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
    guestName,
    clientUploadId,
    isStaged,
  }: Omit<ResumableUpload, 'createdAt'>,
  expiresAt: Date,
) {
  const { numAffectedRows = 0n } = await sql`
    insert into file (id, project_id, uploader_type, uploader_id, name, content_type, size, expires_at, state, version_of, is_newest, request_id,
      guest_name, link_id, client_upload_id, is_staged)
    select ${id}, p.id, ${uploaderType}, ${uploaderIdOf(actor)}, ${name}, ${contentType}, ${size}, ${expiresAt}, 'receiving', ${historyId}, false,
      (select id from request where id = ${requestId} and project_id = p.id),
      ${guestName}, (select id from guest_link where id = ${actor.linkId ?? null}), ${clientUploadId}, ${isStaged}
    from project p where p.id = ${projectId} and ${writableProject(actor.side, actor, 'p')} for share`.execute(
    db,
  )
  return numAffectedRows > 0n
}

/** Finds an upload of this person, or one by this guest's link. */
export async function findUpload(db: Db, actor: Uploader, id: string, uploaderType: files.UploaderType) {
  const { rows } = await sql<
    Omit<ResumableUpload, 'clientUploadId'> & { state: FileState; isArchived: boolean }
  >`
    select f.id, f.project_id as "projectId", f.uploader_type as "uploaderType", f.name, f.content_type as "contentType",
      f.size::float8 as size, f.version_of as "historyId", f.request_id as "requestId", f.guest_name as "guestName",
      f.created_at as "createdAt", f.state, f.is_staged as "isStaged",
      p.archived_at is not null as "isArchived"
    from file f join project p on p.id = f.project_id
    where f.id = ${id} and f.state <> 'deleted' and ${reachableProject(actor.side, actor, 'p')}
      and f.uploader_type = ${uploaderType} and ${isUploadedBy(actor)} and (${actor.linkId ?? null}::uuid is null or f.link_id = ${actor.linkId ?? null})`.execute(
    db,
  )
  return rows[0]
}

export async function findReceivingByLink(db: Db, linkId: string) {
  const rows = await db
    .selectFrom('file')
    .select('id')
    .where('link_id', '=', linkId)
    .where('state', '=', 'receiving')
    .execute()
  return rows.map(({ id }) => id)
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

/**
 * Deletes the rows only. After a restore an expired upload may have been stored since the backup, and its bytes must
 * go to the trash.
 */
export async function deleteExpired(db: Db, now: Date) {
  await db
    .deleteFrom('file')
    .where('state', '=', 'receiving')
    .where('expires_at', '<', now.toISOString())
    .execute()
}
