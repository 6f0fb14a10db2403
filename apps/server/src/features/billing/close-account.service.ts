import type { Db } from '../../platform/sql/database.ts'
import { lockAccount } from './billing.repository.ts'
import { type BillingContext, withLockedAccount } from './locked-account.ts'
import { undefinedIfNotFound } from './stripe-errors.ts'

/**
 * Deletes the customer at Stripe, then calls `remove`. Stripe ends every subscription and open checkout of a deleted customer
 * and erases name and address; invoices stay, as the law requires. Stripe comes first, so that a failure between the two
 * leaves nobody paying, and the command can be run again.
 */
export async function closeBillingAccount(
  ctx: BillingContext,
  workspaceId: string,
  remove: (db: Db) => Promise<unknown>,
) {
  if (await removeWithoutStripe(ctx, workspaceId, remove)) return
  await withLockedAccount(ctx, workspaceId, async ({ db, stripe, account, key }) => {
    if (account.customer_id)
      await stripe.customers.del(account.customer_id, {}, key('close')).catch(undefinedIfNotFound)
    await remove(db)
  })
}

/** An account without a customer can be closed while Stripe cannot be reached. */
function removeWithoutStripe({ db }: BillingContext, id: string, remove: (db: Db) => Promise<unknown>) {
  return db.transaction().execute(async (trx) => {
    if ((await lockAccount(trx, id))?.customer_id) return false
    await remove(trx)
    return true
  })
}
