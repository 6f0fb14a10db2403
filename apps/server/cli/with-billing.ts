import { ensureCatalogue } from '../src/features/billing/catalogue.ts'
import type { BillingContext } from '../src/features/billing/locked-account.ts'
import { createJobs, type Jobs } from '../src/platform/jobs/jobs.ts'
import { createOutbox, type Outbox } from '../src/platform/mail/outbox.ts'
import { createPayments } from '../src/platform/payments/payments.ts'
import { createLive } from '../src/platform/realtime/live.ts'
import { withDatabase } from './with-database.ts'

/** `live` has no listeners here: triggers of the database notify running servers. */
export function withBilling<T>(work: (ctx: BillingContext & { jobs: Jobs; outbox: Outbox }) => Promise<T>) {
  return withDatabase('warn', async (ctx) => {
    const payments = createPayments(ctx.config, ensureCatalogue)
    const outbox = createOutbox(ctx.config.limits, ctx.clock.now)
    return work({ ...ctx, payments, jobs: createJobs(), outbox, live: createLive() }).finally(payments.close)
  })
}
