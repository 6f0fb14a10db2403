import { type RawBuilder, sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
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

/** Whether the owner of a workspace has confirmed their address, so that emails may be sent on its behalf. */
export const isOwnerConfirmed = (workspaceId: RawBuilder<unknown>) => sql<boolean>`(
  select f.email_confirmed_at is not null from member m join freelancer f on f.id = m.person_id
  where m.workspace_id = ${workspaceId} and m.role = 'owner'
)`

/** The ids of the workspaces that a person is a member of. */
export async function findMemberships(db: Db, personId: string) {
  const memberships = await db
    .selectFrom('member')
    .select('workspace_id as id')
    .where('person_id', '=', personId)
    .orderBy('workspace_id')
    .execute()
  return memberships.map(({ id }) => id)
}

/** What a person is in a workspace. Undefined when they are no member of it. */
export async function findRole(
  db: Db,
  { workspaceId, personId }: Pick<Freelancer, 'workspaceId' | 'personId'>,
) {
  const membership = await db
    .selectFrom('member')
    .select('role')
    .where('workspace_id', '=', workspaceId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return membership?.role
}
