import type { AppContext } from '../../platform/context.ts'
import { deleteOldEvents, listPayingAccounts } from './billing.repository.ts'
import { syncAccount } from './sync.service.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    checkSubscriptions: Record<never, never>
  }
}

const EVENT_RETENTION_MS = 90 * 86_400_000

/** Syncs every paying account, in case an event was lost. */
export async function checkSubscriptions(ctx: AppContext) {
  const { db, log, clock, config } = ctx
  if (!config.hasPlans) return
  const accounts = await listPayingAccounts(db)
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
  await deleteOldEvents(db, new Date(clock.now().getTime() - EVENT_RETENTION_MS))
  log.info({ accounts: accounts.length, corrected, failed }, 'plans are checked with Stripe')
  if (failed > 0) throw new Error(`${failed} of ${accounts.length} plans could not be checked with Stripe.`)
}
