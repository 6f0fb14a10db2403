import type { files } from '@portico/contract'
import { v7 as newId } from 'uuid'
import type { Db } from '../../platform/sql/database.ts'
import type { LockedProject } from './lock-project.ts'

/** The item of a file, or of the project itself. */
export async function addToBin(
  trx: Db,
  { id, workspaceId }: LockedProject,
  {
    fileId,
    deletedBy,
    deletedById,
  }: { fileId: string | null; deletedBy: files.UploaderType; deletedById: string },
  now: Date,
) {
  await trx
    .insertInto('bin_item')
    .values({
      id: newId(),
      workspace_id: workspaceId,
      project_id: id,
      file_id: fileId,
      deleted_by: deletedBy,
      deleted_by_id: deletedById,
      deleted_at: now.toISOString(),
    })
    .execute()
}
