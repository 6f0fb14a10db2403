import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import type { LockedProject } from '../access/lock-project.ts'
import { uploaderId } from './file-columns.ts'

/** A row of a file, for its changes. */
export interface FileRow {
  id: string
  name: string
  contentType: string
  version: number
  /** Null for a guest. */
  uploaderId: string | null
}

const row = sql`
  f.id, f.name, f.content_type as "contentType", f.version, ${uploaderId} as "uploaderId"`

/** All versions of a file that are not deleted, the newest first. None when the file itself was deleted meanwhile. */
export async function findVersionsOf(trx: Db, project: LockedProject, fileId: string) {
  const { rows } = await sql<FileRow>`
    select ${row}
    from file given join file f on f.history_id = given.history_id and f.state = 'stored' join project p on p.id = f.project_id
    where given.id = ${fileId} and given.project_id = ${project.id} and given.state = 'stored'
    order by f.version desc`.execute(trx)
  return rows
}

/** Undefined when it was deleted meanwhile. */
export async function findFileRow(trx: Db, project: LockedProject, fileId: string) {
  const { rows } = await sql<FileRow>`
    select ${row}
    from file f join project p on p.id = f.project_id where f.id = ${fileId} and f.project_id = ${project.id} and f.state = 'stored'`.execute(
    trx,
  )
  return rows[0]
}

export async function saveName(
  trx: Db,
  project: LockedProject,
  { id, name, contentType }: { id: string; name: string; contentType: string },
) {
  await trx
    .updateTable('file')
    .set({ name, content_type: contentType })
    .where('id', '=', id)
    .where('project_id', '=', project.id)
    .execute()
}

/** The first of the versions stands for all of them in the bin. */
export async function setBinned(trx: Db, project: LockedProject, [first, ...others]: FileRow[]) {
  if (!first) return
  await sql`
    update file f set state = 'binned', is_newest = false, binned_with = case when f.id <> ${first.id} then ${first.id}::uuid end
    where f.id = any(${[first, ...others].map(({ id }) => id)}::uuid[]) and f.project_id = ${project.id}`.execute(
    trx,
  )
}

/** Only the row of the newest version knows how many there are. */
export async function setNewest(trx: Db, project: LockedProject, [newest, ...others]: FileRow[]) {
  if (!newest) return
  await trx
    .updateTable('file')
    .set({ is_newest: true, versions: 1 + others.length })
    .where('id', '=', newest.id)
    .where('project_id', '=', project.id)
    .execute()
}
