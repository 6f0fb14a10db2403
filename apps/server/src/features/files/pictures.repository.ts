import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import type { Parties } from '../access/parties.ts'
import { hasBytes } from './file-state.ts'

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

/** Undefined when the file was deleted for good meanwhile. */
export async function markThumbnail(db: Db, id: string) {
  const { rows } = await sql<Parties>`
    update file f set has_thumbnail = true from project p
    where f.id = ${id} and ${hasBytes('f')} and p.id = f.project_id
    returning p.workspace_id as "workspaceId", p.client_id as "clientId"`.execute(db)
  return rows[0]
}
