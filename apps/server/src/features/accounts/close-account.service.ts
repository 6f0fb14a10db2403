import type { AppContext } from '../../platform/context.ts'
import { CannotStart } from '../../platform/process/cannot-start.ts'
import type { Db } from '../../platform/sql/database.ts'
import { handOverClients } from '../access/hand-over-clients.ts'
import { lockWorkspace } from '../access/lock-workspace.ts'
import { findOwned } from '../access/memberships.ts'
import { audit } from '../audit/audit.ts'
import { closeBillingAccount } from '../billing/close-account.service.ts'
import type { BillingContext } from '../billing/locked-account.ts'
import { mailLastReceipts } from '../receipts/last-receipts.service.ts'
import {
  countContents,
  deleteFreelancer,
  deleteWorkspace,
  findFreelancerByEmail,
  haveOtherMembers,
  lockMemberships,
} from './accounts.repository.ts'

/** The account and what would be deleted with it. Undefined for an unknown address. */
export async function findAccountToClose({ db }: BillingContext, email: string) {
  const person = await findFreelancerByEmail(db, email.trim())
  const holdings = person && (await countContents(db, person.id))
  return holdings && { id: person.id, name: person.name, email: person.email, ...holdings }
}

/**
 * Deletes the account with the workspaces that it owns, and ends their subscriptions. A job deletes what is left of them, in batches.
 * Throws when others work in one of them. In those of others, the owner gets the clients.
 */
export async function closeAccount(
  ctx: BillingContext & Pick<AppContext, 'outbox' | 'jobs'>,
  { id }: { id: string },
) {
  const owned = await findOwned(ctx.db, id)
  await requireAlone(ctx.db, owned)
  for (const workspaceId of owned)
    await closeBillingAccount(ctx, workspaceId, (db) => closeWorkspace(db, workspaceId))
  await ctx.db.transaction().execute((db) => closePerson(db))

  async function closeWorkspace(db: Db, workspaceId: string) {
    await lockWorkspace(db, { workspaceId })
    await requireAlone(db, [workspaceId])
    await mailLastReceipts(ctx, db, { workspaceId })
    await auditClosed(db, workspaceId)
    await deleteWorkspace(db, workspaceId)
    if (workspaceId === owned.at(-1)) await closePerson(db)
  }

  async function closePerson(db: Db) {
    for (const { workspaceId, ownerId } of await lockMemberships(db, id)) {
      await auditClosed(db, workspaceId)
      await handOverClients(db, { workspaceId, from: id, to: ownerId, now: ctx.clock.now() })
    }
    await deleteFreelancer(db, id)
  }

  function auditClosed(db: Db, workspaceId: string) {
    const target = { kind: 'person', id } as const
    return audit({ ...ctx, db }, { side: 'operator', workspaceId }, { action: 'account.closed', target })
  }
}

async function requireAlone(db: Db, workspaceIds: string[]) {
  if (await haveOtherMembers(db, workspaceIds))
    throw new CannotStart(
      'Nothing was closed: others work in the workspace of this account. It has to be handed over to one of them first, or they have to be removed.',
    )
}
