import type { clients } from '@portico/contract'
import type { Freelancer } from '../../platform/actors.ts'
import type { Db } from '../../platform/sql/database.ts'
import { reachableClient } from '../access/reachable.ts'

export async function setUnsentInvitation(
  db: Db,
  clientId: string,
  unsentInvitation: clients.UnsentInvitation | null,
) {
  await db
    .updateTable('client')
    .set({ unsent_invitation: unsentInvitation })
    .where('id', '=', clientId)
    .execute()
}

/** For a client who requests a link: it is sent on confirmation, unless an invitation will be sent anyway. */
export async function markLinkWaiting(db: Db, clientId: string) {
  await db
    .updateTable('client')
    .set({ unsent_invitation: 'unconfirmed' })
    .where('id', '=', clientId)
    .where('unsent_invitation', 'is', null)
    .execute()
}

export async function findUnsentInvitation(db: Db, clientId: string) {
  const client = await db
    .selectFrom('client')
    .select('unsent_invitation')
    .where('id', '=', clientId)
    .executeTakeFirst()
  return client?.unsent_invitation ?? null
}

/** Returns the clients whose invitation waits for the confirmation, and clears the mark. Archived clients are not invited. */
export function takeUnconfirmedInvitations(db: Db, workspaceId: string) {
  return db
    .updateTable('client')
    .set({ unsent_invitation: null })
    .where('workspace_id', '=', workspaceId)
    .where('unsent_invitation', '=', 'unconfirmed')
    .where('archived_at', 'is', null)
    .returning(['id', 'email'])
    .execute()
}

/** Without a lock: an invitation begins to wait for the first project only when its client is created. */
export async function waitsForFirstProject(db: Db, actor: Freelancer, clientId: string) {
  const waiting = await db
    .selectFrom('client')
    .select('id')
    .where('id', '=', clientId)
    .where(reachableClient('freelancer', actor))
    .where('unsent_invitation', '=', 'first-project')
    .executeTakeFirst()
  return waiting !== undefined
}

/** Of two projects that are created at once, the second one waits for the first and then finds nothing. */
export function takeFirstProjectInvitation(db: Db, clientId: string) {
  return db
    .updateTable('client')
    .set({ unsent_invitation: null })
    .where('id', '=', clientId)
    .where('unsent_invitation', '=', 'first-project')
    .returning(['id', 'email'])
    .executeTakeFirst()
}
