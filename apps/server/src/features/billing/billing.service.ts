import type { billing, Plan } from '@portico/contract'
import type Stripe from 'stripe'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { NotSignedIn } from '../../platform/http/access.ts'
import { problem } from '../../platform/http/problem.ts'
import type { Json } from '../../platform/sql/json.ts'
import { audit } from '../audit/audit.ts'
import { findCustomer, findStatus, saveDismissal, saveFacts, setPlan } from './billing.repository.ts'
import { FREE_FACTS } from './facts.ts'
import { withLockedAccount } from './locked-account.ts'
import { releaseSchedule } from './schedule.ts'
import type { StripeCalls } from './stripe-calls.ts'
import { syncAccount } from './sync.service.ts'

export const NoSubscription = problem('NO_SUBSCRIPTION', 409, 'You have no subscription.', {
  when: 'A subscription is to be ended, kept or changed, and there is none.',
})

export async function getStatus(
  { db }: AppContext,
  freelancer: Freelancer,
): Promise<Json<billing.BillingStatus>> {
  const found = await findStatus(db, freelancer)
  if (!found) throw new NotSignedIn()
  return found
}

/** The page polls while it waits for a payment. Stripe is called once a second at most. */
const MIN_REFRESH_INTERVAL_MS = 1_000

/** For the page after a checkout, which may open before the webhook arrives. */
export async function refreshStatus(ctx: AppContext, freelancer: Freelancer) {
  const { customerId, readAt } = (await findCustomer(ctx.db, freelancer)) ?? {}
  const isFresh = readAt && ctx.clock.now().getTime() - Date.parse(readAt) < MIN_REFRESH_INTERVAL_MS
  if (customerId && !isFresh) await syncAccount(ctx, freelancer.workspaceId)
  return getStatus(ctx, freelancer)
}

/** The plan stays until the end of the period. */
export async function cancelSubscription(ctx: AppContext, freelancer: Freelancer) {
  return withLockedAccount(ctx, freelancer.workspaceId, async ({ db, stripe, key, sync }) => {
    const { live, facts } = await sync()
    if (!live) throw new NoSubscription()
    if (!facts.cancelAtPeriodEnd) {
      await releaseSchedule({ stripe, key }, live)
      await stripe.subscriptions.update(live.id, { cancel_at_period_end: true }, key('cancel'))
      await audit({ ...ctx, db }, freelancer, { action: 'plan.cancelled', details: { from: facts.plan } })
      await sync()
    }
    return { message: 'Subscription canceled successfully' }
  })
}

/** Takes back a pending cancellation or change of plan. */
export async function resumeSubscription(ctx: AppContext, freelancer: Freelancer) {
  return withLockedAccount(ctx, freelancer.workspaceId, async ({ db, stripe, key, sync }) => {
    const { live, facts } = await sync()
    if (!live) throw new NoSubscription()
    if (facts.nextPlan) await releaseSchedule({ stripe, key }, live)
    if (facts.cancelAtPeriodEnd)
      await stripe.subscriptions.update(live.id, { cancel_at_period_end: false }, key('resume'))
    if (facts.nextPlan || facts.cancelAtPeriodEnd) {
      await audit({ ...ctx, db }, freelancer, { action: 'plan.resumed', details: { to: facts.plan } })
      await sync()
    }
    return { message: 'Your subscription continues.' }
  })
}

/** Moves to the free plan at once. Clients above its limit stay. */
export async function downgrade(ctx: AppContext, freelancer: Freelancer) {
  const { workspaceId } = freelancer
  await withLockedAccount(ctx, workspaceId, async ({ db, stripe, account, key, sync }) => {
    const { unended } = await sync()
    if (account.plan !== 'free') {
      const details = { from: account.plan, to: 'free' }
      await audit({ ...ctx, db }, freelancer, { action: 'plan.changed', details })
    }
    if (unended.length > 0) {
      await cancelSubscriptions({ stripe, key }, unended)
      await sync()
      // No notice that the plan ended: the freelancer has just ended it.
      await saveDismissal(db, workspaceId)
    } else if (account.plan !== 'free') {
      // The plan was given, not bought: Stripe has no subscription to end.
      await saveFacts(db, workspaceId, { ...FREE_FACTS, subscribedBefore: account.subscribed_before })
    }
  })
  ctx.live.changed({ workspaceId }, 'billing.downgrade')
  return getStatus(ctx, freelancer)
}

/** Hides the notice about the plan that ended, on every device. */
export async function dismissEnd(ctx: AppContext, freelancer: Freelancer) {
  await saveDismissal(ctx.db, freelancer.workspaceId)
  ctx.live.changed({ workspaceId: freelancer.workspaceId }, 'billing.dismissEnd')
  return getStatus(ctx, freelancer)
}

/** Takes Stripe's order, newest first. Ends the newest last, so that it counts as the plan that ended. */
export async function cancelSubscriptions(
  { stripe, key }: StripeCalls,
  subscriptions: Stripe.Subscription[],
) {
  for (const { id } of subscriptions.toReversed()) await stripe.subscriptions.cancel(id, {}, key(`end:${id}`))
}

/** For the seed and tests only. In the product a plan follows from the state at Stripe. */
export async function applyPlan({ db }: AppContext, workspaceId: string, plan: Plan) {
  await setPlan(db, workspaceId, plan)
}
