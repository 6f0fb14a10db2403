import type { Plan } from '@portico/contract'
import type { AppContext } from '../../platform/context.ts'
import { CannotStart } from '../../platform/process/cannot-start.ts'
import { audit } from '../audit/audit.ts'
import { lockAccount, setPlan } from './billing.repository.ts'

/**
 * The operator gives a plan without a subscription, which Stripe's state then does not take away. Returns the plan before. Refused where
 * somebody pays: Stripe would go on charging for the other plan, and its state would soon take this one away.
 */
export async function givePlan(
  ctx: Pick<AppContext, 'db' | 'clock' | 'log'>,
  workspaceId: string,
  plan: Plan,
) {
  return ctx.db.transaction().execute(async (db) => {
    const account = await lockAccount(db, workspaceId)
    if (!account) throw new CannotStart('This workspace has been closed.')
    if (account.subscription_id)
      throw new CannotStart(
        'They have a subscription at Stripe, which decides the plan: change or end it there.',
      )
    if (account.plan === plan) return account.plan
    await setPlan(db, workspaceId, plan)
    const details = { from: account.plan, to: plan }
    await audit({ ...ctx, db }, { side: 'operator', workspaceId }, { action: 'plan.changed', details })
    return account.plan
  })
}
