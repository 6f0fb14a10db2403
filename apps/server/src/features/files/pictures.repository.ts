import { sql } from 'kysely'
import type { Actor } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import type { LockedProject } from '../access/lock-project.ts'
import type { Parties } from '../access/parties.ts'
import { reachableProject } from '../access/reachable.ts'
import { hasBytes } from './file-state.ts'
import { isUploadedBy } from './uploader-type.ts'

/** Finds files in the bin too, so that they are restored with their thumbnails. */
export function findImage(db: Db, id: string) {
  return db
    .selectFrom('file')
    .innerJoin('project', 'project.id', 'file.project_id')
    .select(['content_type as contentType', 'size', 'project.workspace_id as workspaceId'])
    .where('file.id', '=', id)
    .where(hasBytes('file'))
    .executeTakeFirst()
}

export interface PictureRow {
  /** Pixels of the upright image; null when it cannot be opened. */
  width: number | null
  height: number | null
  /** Null also for an image that was opened before they were counted. */
  pages: number | null
  hasPreview: boolean
}

export function findPicture(db: Db, fileId: string): Promise<PictureRow | undefined> {
  return db
    .selectFrom('file_picture')
    .select(['width', 'height', 'pages', 'has_preview as hasPreview'])
    .where('file_id', '=', fileId)
    .executeTakeFirst()
}

/** False when the file was deleted for good meanwhile. Two processes may store the same at once. */
export async function savePicture(db: Db, fileId: string, { width, height, pages, hasPreview }: PictureRow) {
  const { rows } = await sql`
    insert into file_picture (file_id, width, height, pages, has_preview)
    select f.id, ${width}::int, ${height}::int, ${pages}::int, ${hasPreview} from file f where f.id = ${fileId} and ${hasBytes('f')}
    on conflict (file_id) do update set pages = excluded.pages, has_preview = excluded.has_preview
    returning file_id`.execute(db)
  return rows.length > 0
}

/** A file whose uploader may send a thumbnail. Undefined when this person cannot reach it. */
export async function findUpload(db: Db, actor: Actor, id: string) {
  return db
    .selectFrom('file as f')
    .innerJoin('project', 'project.id', 'f.project_id')
    .select([
      'uploader_type as uploaderType',
      isUploadedBy(actor).as('isByThisPerson'),
      'content_type as contentType',
      'has_thumbnail as hasThumbnail',
      sql<boolean>`project.archived_at is not null`.as('isArchived'),
    ])
    .where('f.id', '=', id)
    .where('f.state', '=', 'stored')
    .where(reachableProject(actor.side, actor, 'project'))
    .executeTakeFirst()
}

/** Also of a file in the bin. */
export async function hasThumbnail(db: Db, id: string) {
  const found = await db.selectFrom('file').select('has_thumbnail').where('id', '=', id).executeTakeFirst()
  return found?.has_thumbnail ?? false
}

/** The first one stays. */
export async function markUploaderThumbnail(trx: Db, project: LockedProject, id: string) {
  await trx
    .updateTable('file')
    .set({ has_thumbnail: true, is_thumbnail_by_uploader: true })
    .where('id', '=', id)
    .where('project_id', '=', project.id)
    .where('has_thumbnail', '=', false)
    .execute()
}

/** Undefined when the file was deleted for good meanwhile. */
export async function markThumbnail(db: Db, id: string) {
  const { rows } = await sql<Parties>`
    update file f set has_thumbnail = true, is_thumbnail_by_uploader = false from project p
    where f.id = ${id} and ${hasBytes('f')} and p.id = f.project_id
    returning p.workspace_id as "workspaceId", p.client_id as "clientId"`.execute(db)
  return rows[0]
}
