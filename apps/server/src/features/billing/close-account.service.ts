import type { Db } from '../../platform/sql/database.ts'
import { type BillingContext, withAccount } from './account.ts'
import { lockAccount } from './billing.repository.ts'
import { unlessMissing } from './stripe-errors.ts'

/**
 * Ends for good what somebody pays for, and then `remove`s them. With the customer Stripe ends every subscription and every
 * checkout that is open, and forgets name and address; invoices stay with it, as the law wants. Money first: what is cut
 * short between the two can simply be done again.
 */
export async function endForGood(
  ctx: BillingContext,
  freelancerId: string,
  remove: (db: Db) => Promise<unknown>,
) {
  if (await removeUnlessCustomer(ctx, freelancerId, remove)) return
  await withAccount(ctx, freelancerId, async ({ db, stripe, account, key }) => {
    if (account.customer_id)
      await stripe.customers.del(account.customer_id, {}, key('close')).catch(unlessMissing)
    await remove(db)
  })
}

/** Whoever Stripe has never heard of goes without it. */
function removeUnlessCustomer({ db }: BillingContext, id: string, remove: (db: Db) => Promise<unknown>) {
  return db.transaction().execute(async (trx) => {
    if ((await lockAccount(trx, id))?.customer_id) return false
    await remove(trx)
    return true
  })
}
