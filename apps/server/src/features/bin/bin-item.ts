import type { files } from '@portico/contract'
import { type RawBuilder, sql } from 'kysely'

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
