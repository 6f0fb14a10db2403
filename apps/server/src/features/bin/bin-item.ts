import type { files } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '../../platform/sql/database.ts'
import type { LockedProject } from '../access/lock-project.ts'

/** The item of a file, or of the project itself. */
export async function addToBin(
  trx: Db,
  { id, freelancerId }: LockedProject,
  { fileId, deletedBy }: { fileId: string | null; deletedBy: files.UploaderType },
  now: Date,
) {
  await trx
    .insertInto('bin_item')
    .values({
      id: newId(),
      freelancer_id: freelancerId,
      project_id: id,
      file_id: fileId,
      deleted_by: deletedBy,
      deleted_at: now.toISOString(),
    })
    .execute()
}
/**
 * The part of a statement that puts something into the bin, with who deleted it and when. `deleted` has the columns
 * `project_id`, `file_id` (null for a project) and `freelancer_id`.
 */
export const insertBinItem = (
  id: string,
  deleted: RawBuilder<unknown>,
  deletedBy: files.UploaderType,
  now: Date,
) => sql`
  insert into bin_item (id, freelancer_id, project_id, file_id, deleted_by, deleted_at)
  select ${id}, freelancer_id, project_id, file_id, ${deletedBy}, ${now.toISOString()} from ${deleted}`
