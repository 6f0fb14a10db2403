import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import { hasBytes } from './file-state.ts'

export interface PictureRow {
  /** Upright, in pixels; null when it cannot be opened. */
  width: number | null
  height: number | null
  hasPreview: boolean
}

export function findPicture(db: Db, fileId: string): Promise<PictureRow | undefined> {
  return db
    .selectFrom('file_picture')
    .select(['width', 'height', 'has_preview as hasPreview'])
    .where('file_id', '=', fileId)
    .executeTakeFirst()
}

/** False when the file was deleted for good meanwhile. Two processes may find out the same at once. */
export async function savePicture(db: Db, fileId: string, { width, height, hasPreview }: PictureRow) {
  const { rows } = await sql`
    insert into file_picture (file_id, width, height, has_preview)
    select f.id, ${width}::int, ${height}::int, ${hasPreview} from file f where f.id = ${fileId} and ${hasBytes('f')}
    on conflict (file_id) do update set has_preview = excluded.has_preview
    returning file_id`.execute(db)
  return rows.length > 0
}
