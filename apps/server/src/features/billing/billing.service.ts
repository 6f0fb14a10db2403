import createError from '@fastify/error'
import type { billing, Plan } from '@portico/contract'
import type Stripe from 'stripe'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { NotSignedIn } from '../../platform/http/access.ts'
import type { Json } from '../../platform/sql/json.ts'
import { type Work, withAccount } from './account.ts'
import { findCustomer, findStatus, keepDismissal, keepFacts } from './billing.repository.ts'
import { FREE } from './facts.ts'
import { letGoOfSchedule } from './schedule.ts'
import { syncAccount } from './sync.service.ts'

export const NoSubscription = createError('NO_SUBSCRIPTION', 'You have no subscription.', 409)

export async function getStatus(
  { db }: AppContext,
  freelancer: Freelancer,
): Promise<Json<billing.BillingStatus>> {
  const found = await findStatus(db, freelancer)
  if (!found) throw new NotSignedIn()
  return found
}

/** Asked again and again while somebody waits for a payment to arrive: Stripe hears of it once a second at most. */
const AGAIN = 1_000

/** The same sync as a webhook runs, for whoever comes back from a checkout. */
export async function refreshStatus(ctx: AppContext, freelancer: Freelancer) {
  const { customerId, readAt } = (await findCustomer(ctx.db, freelancer)) ?? {}
  const fresh = readAt && ctx.clock.now().getTime() - Date.parse(readAt) < AGAIN
  if (customerId && !fresh) await syncAccount(ctx, freelancer.id)
  return getStatus(ctx, freelancer)
}

/** At the end of the period; until then everything works. */
export async function cancelSubscription(ctx: AppContext, { id }: Freelancer) {
  return withAccount(ctx, id, async ({ stripe, key, read }) => {
    const { live, facts } = await read()
    if (!live) throw new NoSubscription()
    if (!facts.cancelAtPeriodEnd) {
      await letGoOfSchedule({ stripe, key }, live)
      await stripe.subscriptions.update(live.id, { cancel_at_period_end: true }, key('cancel'))
      await read()
    }
    return { message: 'Subscription canceled successfully' }
  })
}

/** Whatever was to come does not. */
export async function resumeSubscription(ctx: AppContext, { id }: Freelancer) {
  return withAccount(ctx, id, async ({ stripe, key, read }) => {
    const { live, facts } = await read()
    if (!live) throw new NoSubscription()
    if (facts.nextPlan) await letGoOfSchedule({ stripe, key }, live)
    if (facts.cancelAtPeriodEnd)
      await stripe.subscriptions.update(live.id, { cancel_at_period_end: false }, key('resume'))
    if (facts.nextPlan || facts.cancelAtPeriodEnd) await read()
    return { message: 'Your subscription goes on.' }
  })
}

/** To free, at once. Nothing is deleted: who is over the limit keeps every client. */
export async function downgrade(ctx: AppContext, freelancer: Freelancer) {
  const { id } = freelancer
  await withAccount(ctx, id, async ({ db, stripe, account, key, read }) => {
    const { standing } = await read()
    if (standing.length > 0) {
      await endAll({ stripe, key }, standing)
      await read()
      // They need not be told of what they have just done.
      await keepDismissal(db, id)
    } else if (account.plan !== 'free') {
      // Given, not bought: Stripe has just said that there is nothing to end.
      await keepFacts(db, id, { ...FREE, subscribedBefore: account.subscribed_before })
    }
  })
  ctx.live.changed([freelancer], 'billing.downgrade')
  return getStatus(ctx, freelancer)
}

/** Puts away what is said of the plan that ended, wherever they look. */
export async function dismissEnd(ctx: AppContext, freelancer: Freelancer) {
  await keepDismissal(ctx.db, freelancer.id)
  ctx.live.changed([freelancer], 'billing.dismissEnd')
  return getStatus(ctx, freelancer)
}

/** Ends them at once, the newest last: it is the plan that ended. Given as Stripe lists them. */
export async function endAll(
  { stripe, key }: Pick<Work, 'stripe' | 'key'>,
  subscriptions: Stripe.Subscription[],
) {
  for (const { id } of subscriptions.toReversed()) await stripe.subscriptions.cancel(id, {}, key(`end:${id}`))
}

/** Puts a freelancer on a plan. No route reaches this: only facts do (and the seed). */
export async function applyPlan({ db }: AppContext, freelancerId: string, plan: Plan) {
  await db.updateTable('freelancer').set({ plan }).where('id', '=', freelancerId).execute()
}
