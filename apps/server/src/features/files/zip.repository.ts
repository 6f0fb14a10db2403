import type { files } from '@portico/contract'
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

export function findProjectFiles(db: Db, projectId: string, versions: files.WhichVersions) {
  return db
    .selectFrom('file')
    .select(['id', 'name', 'size', 'version', 'versions', 'is_newest as isNewest', 'created_at as createdAt'])
    .where('project_id', '=', projectId)
    .where('state', '=', 'stored')
    .$if(versions === 'newest', (query) => query.where('is_newest', '=', true))
    .orderBy('id')
    .execute()
}
