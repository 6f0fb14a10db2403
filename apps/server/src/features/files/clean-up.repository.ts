import { type NotNull, sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import { type FileState, hasBytes } from './file-state.ts'

/** The rows of these ids, in whichever state. */
export async function findRows(db: Db, ids: string[]) {
  if (ids.length === 0) return new Map<string, FileRow>()
  const rows = await db
    .selectFrom('file')
    .select(['id', 'state', 'has_thumbnail as hasThumbnail', hasPreview.as('hasPreview')])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export interface FileRow {
  state: FileState
  hasThumbnail: boolean
  hasPreview: boolean
}

const hasPreview = sql<boolean>`exists (select from file_picture where file_id = file.id and has_preview)`

/** Files with bytes that existed before a moment, in the order of their ids, after the id `after`. */
export function findStoredBefore(db: Db, before: Date, after: string, limit = 1_000) {
  return db
    .selectFrom('file')
    .select('id')
    .where(hasBytes('file'))
    .where('created_at', '<', before.toISOString())
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export interface FileWithHash {
  id: string
  projectId: string | null
  name: string
  size: string
  sha256: Buffer
}

/** Files with bytes, in the order of their ids, after the id `after`. Each of them has a hash. */
export function findFilesToVerify(db: Db, after: string, limit = 100) {
  return db
    .selectFrom('file')
    .select(['id', 'project_id as projectId', 'name', 'size', 'sha256'])
    .where(hasBytes('file'))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .$narrowType<{ sha256: NotNull }>()
    .execute() satisfies Promise<FileWithHash[]>
}

/** Deleted files whose bytes have to go, in the order of their ids, after the id `after`. */
export function findDeleted(db: Db, after: string, limit = 100) {
  return db
    .selectFrom('file')
    .select(['id', 'has_thumbnail as hasThumbnail', hasPreview.as('hasPreview')])
    .where('state', '=', 'deleted')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function deleteRow(db: Db, id: string) {
  await db.deleteFrom('file').where('id', '=', id).where('state', '=', 'deleted').execute()
}
