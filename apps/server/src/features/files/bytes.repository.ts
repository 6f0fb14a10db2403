import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import type { Parties } from './files.repository.ts'

/** Keys whose bytes should go, in order, from behind `after`. */
export async function findUnwanted(db: Db, after: string, limit = 100) {
  const found = await db
    .selectFrom('unwanted_bytes')
    .select('key')
    .where('key', '>', after)
    .orderBy('key')
    .limit(limit)
    .execute()
  return found.map(({ key }) => key)
}

export async function forgetUnwanted(db: Db, key: string) {
  await db.deleteFrom('unwanted_bytes').where('key', '=', key).execute()
}

/** Which of these keys wait to be removed. */
export async function findUnwantedAmong(db: Db, keys: string[]) {
  if (keys.length === 0) return new Set<string>()
  const found = await db.selectFrom('unwanted_bytes').select('key').where('key', 'in', keys).execute()
  return new Set(found.map(({ key }) => key))
}

/** Which of these ids are files. */
export async function knownFiles(db: Db, ids: string[]) {
  if (ids.length === 0) return new Map<string, boolean>()
  const found = await db
    .selectFrom('file')
    .select(['id', 'has_thumbnail as hasThumbnail'])
    .where('id', 'in', ids)
    .execute()
  return new Map(found.map(({ id, hasThumbnail }) => [id, hasThumbnail]))
}

/** Files that were there before a moment, in the order of their ids. */
export function findFilesBefore(db: Db, before: Date, after: string, limit = 1_000) {
  return db
    .selectFrom('file')
    .select('id')
    .where('created_at', '<', before.toISOString())
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export function findContentType(db: Db, id: string) {
  return db
    .selectFrom('file')
    .select(['content_type as contentType', 'size'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Undefined when the file has gone meanwhile. */
export async function markThumbnail(db: Db, id: string) {
  const { rows } = await sql<Parties>`
    update file f set has_thumbnail = true from project p
    where f.id = ${id} and p.id = f.project_id
    returning p.freelancer_id as "freelancerId", p.client_id as "clientId"`.execute(db)
  return rows[0]
}
