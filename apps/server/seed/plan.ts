import { applyPlan } from '../src/features/billing/billing.service.ts'
import { startCheckout } from '../src/features/billing/checkout.service.ts'
import { syncAccount } from '../src/features/billing/sync.service.ts'
import type { Freelancer } from '../src/platform/actors.ts'
import type { AppContext } from '../src/platform/context.ts'

/**
 * In the simulator the plan is bought and its first month paid, so that it can be cancelled and changed. With Stripe itself
 * the demo buys nothing and just gets the plan.
 */
export async function subscribeToPro(ctx: AppContext, freelancer: Freelancer) {
  if (!ctx.config.simulatesStripe) return applyPlan(ctx, freelancer.personId, 'pro')
  const { url } = await startCheckout(ctx, freelancer, 'pro')
  const stripe = await ctx.payments.stripe()
  const completed = await stripe.rawRequest(
    'POST',
    `/v1/test_helpers/checkout/sessions/${url.split('/').at(-1)}/complete`,
    { card: '4242 4242 4242 4242' },
  )
  const { subscription } = completed as unknown as { subscription: string }
  await stripe.subscriptions.update(subscription, { trial_end: 'now' })
  await syncAccount(ctx, freelancer.personId)
}
