import type { files } from '@portico/contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { asJson, type Json } from '../../platform/sql/json.ts'
import { statement } from '../../platform/sql/statement.ts'
import { recordEvent } from '../activity/record.ts'
import { forEachRole, reachableProject, writableProject } from '../clients/reachable.ts'
import { fileColumns, type Parties, type Signing } from './files.repository.ts'

export interface NewFile {
  id: string
  projectId: string
  uploaderType: files.UploaderType
  name: string
  contentType: string
  size: number
  sha256: Buffer
}

/**
 * The row of a form is new, that of a resumable upload exists. The lock on the project prevents its deletion and archiving
 * in between.
 */
const saveStatements = forEachRole((role) =>
  statement<
    NewFile & Signing & { actorId: string; eventId: string; now: Date },
    Parties & { json: Json<files.File> }
  >(
    `${role}_save_stored_file`,
    ($) => sql`
      with p as (
        select id, freelancer_id, client_id from project
        where id = ${$.projectId} and ${writableProject(role, $.actorId, 'project')}
        for no key update
      ), f as (
        insert into file (id, project_id, uploader_type, name, content_type, size, sha256)
        select ${$.id}, p.id, ${$.uploaderType}, ${$.name}, ${$.contentType}, ${$.size}, ${$.sha256} from p
        on conflict (id) do update
          set state = 'stored', sha256 = excluded.sha256, created_at = excluded.created_at, expires_at = null
          where file.state = 'receiving'
        returning *
      ), event as (${recordEvent({
        id: $.eventId,
        by: role,
        kind: 'file_uploaded',
        subject: { fileId: sql`f.id`, fileName: sql`f.name` },
        now: $.now,
        from: sql`f join p on p.id = f.project_id`,
      })})
      select saved.json, p.freelancer_id as "freelancerId", p.client_id as "clientId"
      from f join p on p.id = f.project_id, lateral (${asJson(sql`select ${fileColumns($)}`)}) as saved`,
  ),
)

/** Undefined when the actor cannot reach the project, it is archived, or the upload is not receiving any more. */
export async function saveStoredFile(
  db: Db,
  { role, id: actorId }: Actor,
  now: Date,
  file: NewFile,
  signing: Signing,
) {
  const [saved] = await saveStatements[role](db, { ...file, ...signing, actorId, now, eventId: newId() })
  return saved
}

export interface ResumableUpload extends Omit<NewFile, 'sha256'> {
  createdAt: string
}

/** False when the actor cannot reach the project, or it is archived. */
export async function insertReceiving(
  db: Db,
  { role, id: actorId }: Actor,
  { id, projectId, uploaderType, name, contentType, size }: Omit<ResumableUpload, 'createdAt'>,
  expiresAt: Date,
) {
  const { numAffectedRows = 0n } = await sql`
    insert into file (id, project_id, uploader_type, name, content_type, size, expires_at, state)
    select ${id}, p.id, ${uploaderType}, ${name}, ${contentType}, ${size}, ${expiresAt}, 'receiving'
    from project p where p.id = ${projectId} and ${writableProject(role, actorId, 'p')} for share`.execute(db)
  return numAffectedRows > 0n
}

/** An upload of this actor. */
export async function findUpload(
  db: Db,
  { role, id: actorId }: Actor,
  id: string,
  uploaderType: files.UploaderType,
) {
  const { rows } = await sql<ResumableUpload & { state: 'receiving' | 'stored'; isArchived: boolean }>`
    select f.id, f.project_id as "projectId", f.uploader_type as "uploaderType", f.name, f.content_type as "contentType",
      f.size::float8 as size, f.created_at as "createdAt", f.state,
      p.archived_at is not null as "isArchived"
    from file f join project p on p.id = f.project_id
    where f.id = ${id} and f.state in ('receiving', 'stored') and ${reachableProject(role, actorId, 'p')}
      and f.uploader_type = ${uploaderType}`.execute(db)
  return rows[0]
}

/** Returns whether it was still receiving. */
export async function deleteReceiving(db: Db, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('file')
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Deletes the rows alone. In a restored database an expired upload may have become a file since the backup, and its bytes
 * have to get to the trash.
 */
export async function deleteExpired(db: Db, now: Date) {
  await db
    .deleteFrom('file')
    .where('state', '=', 'receiving')
    .where('expires_at', '<', now.toISOString())
    .execute()
}
