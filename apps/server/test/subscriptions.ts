import type { PaidPlan } from '@portico/contract'
import { startCheckout } from '../src/features/billing/checkout.service.ts'
import { syncAccount } from '../src/features/billing/sync.service.ts'
import type { Freelancer } from '../src/platform/actors.ts'
import type { AppContext } from '../src/platform/context.ts'

export const CARDS = {
  none: '',
  good: '4242 4242 4242 4242',
  failsLater: '4000 0000 0000 0341',
  declined: '4000 0000 0000 0002',
}

/** Buys a plan as a person does: on the page of the checkout, and then back. */
export async function subscribe(
  ctx: AppContext,
  person: Freelancer,
  plan: PaidPlan,
  card: keyof typeof CARDS = 'none',
) {
  const { url } = await startCheckout(ctx, person, plan)
  const reply = await pressOn(ctx, url, { card: CARDS[card] })
  if (reply.status !== 303) throw new Error(`The checkout answered ${reply.status}.`)
  await syncAccount(ctx, person.id)
}

/** Sends the form of one of Stripe's pages. */
export async function pressOn(ctx: AppContext, url: string, form: Record<string, string> = {}) {
  const simulator = await ctx.payments.simulator()
  if (!simulator) throw new Error('There is no simulator here.')
  return fetch(`http://${simulator.host}:${simulator.port}${new URL(url).pathname}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form).toString(),
  })
}

/** Moves Stripe's clock, and lets everything happen that is due until then. */
export async function daysPass(ctx: AppContext, days: number) {
  const stripe = await ctx.payments.stripe()
  const [clock] = (await stripe.testHelpers.testClocks.list()).data
  await stripe.testHelpers.testClocks.advance(clock?.id ?? '', {
    frozen_time: (clock?.frozen_time ?? 0) + days * 86_400,
  })
}
