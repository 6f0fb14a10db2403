import { applyPlan } from '../src/features/billing/billing.service.ts'
import { startCheckout } from '../src/features/billing/checkout.service.ts'
import { syncAccount } from '../src/features/billing/sync.service.ts'
import type { Freelancer } from '../src/platform/actors.ts'
import type { AppContext } from '../src/platform/context.ts'

/**
 * Puts the demo on Pro. With the Stripe of our own it is bought, its trial over and its first month paid, so that it can be
 * cancelled, changed and looked up in the portal; at Stripe itself nothing is bought for a demo, and the plan is given.
 */
export async function takePro(ctx: AppContext, freelancer: Freelancer) {
  if (!ctx.config.simulatesStripe) return applyPlan(ctx, freelancer.id, 'pro')
  const { url } = await startCheckout(ctx, freelancer, 'pro')
  const stripe = await ctx.payments.stripe()
  const completed = await stripe.rawRequest(
    'POST',
    `/v1/test_helpers/checkout/sessions/${url.split('/').at(-1)}/complete`,
    { card: '4242 4242 4242 4242' },
  )
  const { subscription } = completed as unknown as { subscription: string }
  await stripe.subscriptions.update(subscription, { trial_end: 'now' })
  await syncAccount(ctx, freelancer.id)
}
