import { billing, type PaidPlan } from '@portico/contract'
import { expect } from 'vitest'
import { startCheckout } from '../src/features/billing/checkout.service.ts'
import { syncAccount } from '../src/features/billing/sync.service.ts'
import type { Freelancer } from '../src/platform/actors.ts'
import type { AppContext } from '../src/platform/context.ts'
import type { TestFreelancer } from './given.ts'
import { findCustomerId } from './stripe-events.ts'

export const CARDS = {
  none: '',
  good: '4242 4242 4242 4242',
  failsLater: '4000 0000 0000 0341',
  declined: '4000 0000 0000 0002',
}

/** Buys a plan on the checkout page, and reads the result from Stripe. */
export async function subscribe(
  ctx: AppContext,
  person: Freelancer,
  plan: PaidPlan,
  card: keyof typeof CARDS = 'none',
) {
  const { url } = await startCheckout(ctx, person, plan)
  const reply = await submitStripePage(ctx, url, { card: CARDS[card] })
  if (reply.status !== 303) throw new Error(`The checkout returned ${reply.status}.`)
  await syncAccount(ctx, person.workspaceId)
}

/** Buys Pro, and delivers no event of it. */
export async function buyPlan(ctx: AppContext, person: Freelancer, card: keyof typeof CARDS = 'good') {
  const { url } = await startCheckout(ctx, person, 'pro')
  await submitStripePage(ctx, url, { card: CARDS[card] })
}

/** Sends the form of one of Stripe's pages. */
export async function submitStripePage(ctx: AppContext, url: string, form: Record<string, string> = {}) {
  const simulator = await ctx.payments.simulator()
  if (!simulator) throw new Error('This context has no simulator.')
  return fetch(`http://${simulator.host}:${simulator.port}${new URL(url).pathname}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form).toString(),
  })
}

/** Moves the simulator's clock, and runs everything that is due by then. */
export async function advanceStripeClock(ctx: AppContext, days: number) {
  const stripe = await ctx.payments.stripe()
  const [clock] = (await stripe.testHelpers.testClocks.list()).data
  await stripe.testHelpers.testClocks.advance(clock?.id ?? '', {
    frozen_time: (clock?.frozen_time ?? 0) + days * 86_400,
  })
}

export const FREE_STATUS: billing.BillingStatus = {
  plan: 'free',
  subscriptionStatus: 'active',
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  trialEndsAt: null,
  nextPlan: null,
  hasCard: false,
  lastCharge: null,
  ended: null,
}

export function freeStatusAfter(plan: PaidPlan, reason: billing.EndReason, { dismissed = false } = {}) {
  return { ...FREE_STATUS, ended: { plan, at: expect.any(String) as string, reason, dismissed } }
}

/** The newest subscription of an account at Stripe. */
export async function readSubscription(ctx: AppContext, id: string) {
  const stripe = await ctx.payments.stripe()
  const customer = await findCustomerId(ctx, { id })
  const { data } = await stripe.subscriptions.list({ customer, status: 'all' })
  const [invoice] = (await stripe.invoices.list({ customer })).data
  return data[0] && { id: data[0].id, status: data[0].status, count: data.length, paid: invoice?.amount_paid }
}

/** Schedules a plan change on Stripe's side, as an operator can in the dashboard. */
export async function scheduleAtStripe(ctx: AppContext, subscription: string, now: PaidPlan, next: PaidPlan) {
  const stripe = await ctx.payments.stripe()
  const { id, phases } = await stripe.subscriptionSchedules.create({ from_subscription: subscription })
  const { start_date = 0, end_date = 0 } = phases[0] ?? {}
  await stripe.subscriptionSchedules.update(id, {
    phases: [
      { start_date, end_date, items: [{ price: await findPriceId(ctx, now) }] },
      { items: [{ price: await findPriceId(ctx, next) }], duration: { interval: 'month' } },
    ],
  })
}

export async function findPriceId(ctx: AppContext, plan: PaidPlan) {
  const stripe = await ctx.payments.stripe()
  const { data } = await stripe.prices.list({ lookup_keys: [`portico_${plan}_monthly`] })
  return data[0]?.id ?? ''
}

interface Api {
  as(person: TestFreelancer): {
    call(endpoint: typeof billing.status): Promise<{ body: billing.BillingStatus }>
  }
}

/** The status after a webhook. */
export async function readSyncedStatus(ctx: AppContext, api: Api, person: TestFreelancer) {
  await syncAccount(ctx, person.workspaceId)
  return (await api.as(person).call(billing.status)).body
}

export async function readStripeTime(ctx: AppContext) {
  const stripe = await ctx.payments.stripe()
  const [clock] = (await stripe.testHelpers.testClocks.list()).data
  return (clock?.frozen_time ?? 0) * 1_000
}
