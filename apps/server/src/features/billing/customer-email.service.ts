import type { AppContext } from '../../platform/context.ts'
import { findCustomer } from './billing.repository.ts'
import { withLockedAccount } from './locked-account.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    updateCustomerEmail: { workspaceId: string; hasNewOwner?: boolean }
  }
}

/**
 * Stripe sends invoices and receipts to the address of the customer, in the name of who bought the plan until there is another owner.
 * Both are read under the lock, so of two jobs the later writes the newer one; an idempotency key would repeat the first.
 */
export async function updateCustomerEmail(
  ctx: AppContext,
  { workspaceId, hasNewOwner = false }: { workspaceId: string; hasNewOwner?: boolean },
) {
  if (!ctx.config.hasPlans || !(await findCustomer(ctx.db, { workspaceId }))?.customerId) return
  await withLockedAccount(ctx, workspaceId, async ({ stripe, account }) => {
    const { customer_id: customer, name, email } = account
    if (customer) await stripe.customers.update(customer, { email, ...(hasNewOwner && { name }) })
  })
}
