import type { AppContext } from '../../platform/context.ts'
import { audit } from '../audit/audit.ts'
import { closeBillingAccount } from '../billing/close-account.service.ts'
import type { BillingContext } from '../billing/locked-account.ts'
import { mailLastReceipts } from '../receipts/last-receipts.service.ts'
import { countContents, deleteFreelancer, findFreelancerByEmail } from './accounts.repository.ts'

/** The account and what would be deleted with it. Undefined for an unknown address. */
export async function findAccountToClose({ db }: BillingContext, email: string) {
  const person = await findFreelancerByEmail(db, email.trim())
  const holdings = person && (await countContents(db, person.id))
  return holdings && { id: person.id, name: person.name, email: person.email, ...holdings }
}

/** Deletes the account and ends its subscription. A job deletes what is left of it, in batches. */
export function closeAccount(
  ctx: BillingContext & Pick<AppContext, 'outbox' | 'jobs'>,
  { id }: { id: string },
) {
  return closeBillingAccount(ctx, id, async (db) => {
    await mailLastReceipts(ctx, db, { workspaceId: id })
    const target = { kind: 'person', id } as const
    await audit({ ...ctx, db }, { side: 'operator', workspaceId: id }, { action: 'account.closed', target })
    await deleteFreelancer(db, id)
  })
}
