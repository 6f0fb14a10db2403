import { sql } from 'kysely'
import type { Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'

/**
 * Locks the workspace until the transaction ends, and reads who answers for its emails: the owner. A statement of its own, because one
 * that waits for the lock does not see that the owner has confirmed their address meanwhile.
 */
export async function lockWorkspace(db: Db, { workspaceId }: Pick<Freelancer, 'workspaceId'>) {
  await sql`select from workspace where id = ${workspaceId} for no key update`.execute(db)
  return db
    .selectFrom('workspace')
    .innerJoin('member', (on) =>
      on.onRef('member.workspace_id', '=', 'workspace.id').on('member.role', '=', 'owner'),
    )
    .innerJoin('freelancer', 'freelancer.id', 'member.person_id')
    .select([
      'workspace.id',
      'workspace.plan',
      'workspace.name as company',
      'freelancer.name',
      'freelancer.email',
      'freelancer.email_confirmed_at as confirmedAt',
    ])
    .where('workspace.id', '=', workspaceId)
    .executeTakeFirst()
}
