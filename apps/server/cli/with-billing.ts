import { ensureCatalogue } from '../src/features/billing/catalogue.ts'
import type { BillingContext } from '../src/features/billing/locked-account.ts'
import { createPayments } from '../src/platform/payments/payments.ts'
import { createLive } from '../src/platform/realtime/live.ts'
import { withDatabase } from './with-database.ts'

/** `live` has no listeners here: triggers of the database notify running servers. */
export function withBilling<T>(work: (ctx: BillingContext) => Promise<T>) {
  return withDatabase('warn', async (ctx) => {
    const payments = createPayments(ctx.config, ensureCatalogue)
    return work({ ...ctx, payments, live: createLive() }).finally(payments.close)
  })
}
