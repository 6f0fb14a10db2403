import type { files } from '@portico/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { asJson, type Json } from '../../platform/sql/json.ts'
import { statement } from '../../platform/sql/statement.ts'
import { forEachRole, reachable } from '../clients/reachable.ts'
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

/** The lock on the project's row prevents its deletion in between. */
const insertions = forEachRole((role) =>
  statement<NewFile & Signing & { actorId: string }, Parties & { json: Json<files.File> }>(
    `${role}_store_file`,
    ($) => sql`
      with p as (
        select id, freelancer_id, client_id from project
        where id = ${$.projectId} and ${reachable(role, $.actorId, 'project')}
        for key share
      ), f as (
        insert into file (id, project_id, uploader_type, name, content_type, size, sha256)
        select ${$.id}, p.id, ${$.uploaderType}, ${$.name}, ${$.contentType}, ${$.size}, ${$.sha256} from p
        returning *
      )
      select inserted.json, p.freelancer_id as "freelancerId", p.client_id as "clientId"
      from f join p on p.id = f.project_id, lateral (${asJson(sql`select ${fileColumns($)}`)}) as inserted`,
  ),
)

/** Undefined when the actor cannot reach the project. */
export async function saveStoredFile(db: Db, { role, id: actorId }: Actor, file: NewFile, signing: Signing) {
  const [stored] = await insertions[role](db, { ...file, ...signing, actorId })
  return stored
}

export interface Unfinished {
  id: string
  projectId: string
  uploaderType: files.UploaderType
  name: string
  contentType: string
  size: number
  createdAt: string
}

/** False when the project cannot be reached, or has just gone. */
export async function insertUnfinished(
  db: Db,
  { role, id: actorId }: Actor,
  { id, projectId, uploaderType, name, contentType, size }: Omit<Unfinished, 'createdAt'>,
  expiresAt: Date,
) {
  const { numAffectedRows = 0n } = await sql`
    insert into unfinished_upload (id, project_id, uploader_type, name, content_type, size, expires_at)
    select ${id}, p.id, ${uploaderType}, ${name}, ${contentType}, ${size}, ${expiresAt}
    from project p where p.id = ${projectId} and ${reachable(role, actorId, 'p')} for key share`.execute(db)
  return numAffectedRows > 0n
}

/** An upload of this person's: on its way, or (`done`) a file by now. */
export async function findUpload(
  db: Db,
  { role, id: actorId }: Actor,
  id: string,
  uploaderType: files.UploaderType,
) {
  const { rows } = await sql<Unfinished & { done: boolean }>`
    select u.id, u.project_id as "projectId", u.uploader_type as "uploaderType", u.name, u.content_type as "contentType",
      u.size::float8 as size, u.created_at as "createdAt", u.done
    from (
      select id, project_id, uploader_type, name, content_type, size, created_at, true as done from file where id = ${id}
      union all
      select id, project_id, uploader_type, name, content_type, size, created_at, false
      from unfinished_upload where id = ${id}
    ) u join project p on p.id = u.project_id
    where ${reachable(role, actorId, 'p')} and u.uploader_type = ${uploaderType}
    order by u.done desc limit 1`.execute(db)
  return rows[0]
}

export async function deleteUnfinished(db: Db, id: string) {
  await db.deleteFrom('unfinished_upload').where('id', '=', id).execute()
}

export async function deleteExpired(db: Db, now: Date) {
  await db.deleteFrom('unfinished_upload').where('expires_at', '<', now.toISOString()).execute()
}

/** Which of these are still on their way. */
export async function stillUnfinished(db: Db, ids: string[]) {
  if (ids.length === 0) return new Set<string>()
  const found = await db.selectFrom('unfinished_upload').select('id').where('id', 'in', ids).execute()
  return new Set(found.map(({ id }) => id))
}
