import type { files } from '@portico/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import { isNotInBin } from '../access/reachable.ts'

export function findProject(db: Db, id: string) {
  return db
    .selectFrom('project')
    .select(['title', 'workspace_id as workspaceId'])
    .where('id', '=', id)
    .where(isNotInBin('project'))
    .executeTakeFirst()
}

/** Which files, and which of their versions. */
export interface ZipSelection {
  versions?: files.WhichVersions | undefined
  /** Ids with commas between them. */
  only?: string | undefined
}

export function findProjectFiles(db: Db, projectId: string, { versions = 'newest', only }: ZipSelection) {
  return db
    .selectFrom('file')
    .select(['id', 'name', 'size', 'version', 'versions', 'is_newest as isNewest', 'created_at as createdAt'])
    .where('project_id', '=', projectId)
    .where('state', '=', 'stored')
    .$if(versions === 'newest', (query) => query.where('is_newest', '=', true))
    .$if(only !== undefined, (query) =>
      query.where(
        sql<boolean>`history_id in (select history_id from file where id = any(${only?.split(',') ?? []}::uuid[]))`,
      ),
    )
    .orderBy('id')
    .execute()
}
