import type { AppContext } from '../../platform/context.ts'
import { forgetEvents, listPaying } from './billing.repository.ts'
import { syncAccount } from './sync.service.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    checkSubscriptions: Record<never, never>
  }
}

const KEPT = 90 * 86_400_000

/** Holds every paying account to what Stripe says, and tells of what events had not told. */
export async function checkSubscriptions(ctx: AppContext) {
  const { db, log, clock } = ctx
  const accounts = await listPaying(db)
  let corrected = 0
  let failed = 0
  for (const freelancer of accounts) {
    try {
      const { corrected: correction } = await syncAccount(ctx, freelancer)
      if (!correction) continue
      corrected++
      log.warn({ freelancer, ...correction }, 'a plan was not what Stripe says; it is now')
    } catch (error) {
      failed++
      log.warn({ freelancer, err: error }, 'a plan could not be checked with Stripe')
    }
  }
  await forgetEvents(db, new Date(clock.now().getTime() - KEPT))
  log.info({ accounts: accounts.length, corrected, failed }, 'plans are checked with Stripe')
  if (failed > 0) throw new Error(`${failed} of ${accounts.length} plans could not be checked with Stripe.`)
}
