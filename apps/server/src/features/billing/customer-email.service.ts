import type { AppContext } from '../../platform/context.ts'
import { findCustomer } from './billing.repository.ts'
import { withLockedAccount } from './locked-account.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    updateCustomerEmail: { workspaceId: string }
  }
}

/**
 * Stripe sends invoices and receipts to the address of the customer. The address is read under the lock, so of two jobs the later
 * writes the newer one; an idempotency key would repeat the first.
 */
export async function updateCustomerEmail(ctx: AppContext, { workspaceId }: { workspaceId: string }) {
  if (!ctx.config.hasPlans || !(await findCustomer(ctx.db, { workspaceId }))?.customerId) return
  await withLockedAccount(ctx, workspaceId, async ({ stripe, account: { customer_id: customer, email } }) => {
    if (customer) await stripe.customers.update(customer, { email })
  })
}
