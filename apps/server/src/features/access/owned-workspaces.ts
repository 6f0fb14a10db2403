import type { Db } from '../../platform/sql/database.ts'

/** The ids of the workspaces that a person owns. */
export async function findOwned(db: Db, personId: string) {
  const owned = await db
    .selectFrom('member')
    .select('workspace_id as id')
    .where('person_id', '=', personId)
    .where('role', '=', 'owner')
    .orderBy('workspace_id')
    .execute()
  return owned.map(({ id }) => id)
}
