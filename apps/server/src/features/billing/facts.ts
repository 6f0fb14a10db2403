import type { PaidPlan, Plan } from '@portico/contract'
import type Stripe from 'stripe'
import { planOfSubscription } from './catalogue.ts'
import { type EndedPlan, findLastEndedPlan } from './ended-plan.ts'
import { readNextPlan } from './schedule.ts'

/** What Portico stores of an account's state at Stripe. */
export interface Facts {
  plan: Plan
  status: 'active' | 'past_due'
  subscriptionId: string | null
  currentPeriodEnd: Date | null
  trialEndsAt: Date | null
  cancelAtPeriodEnd: boolean
  /** The plan scheduled for `currentPeriodEnd`. */
  nextPlan: PaidPlan | null
  hasCard: boolean
  /** The last paid invoice of the subscription, in pence; 0 where a trial began. */
  lastCharge: { amount: number; at: Date } | null
  /** The paid plan before the free one. */
  ended: EndedPlan | null
  subscribedBefore: boolean
}

export const FREE_FACTS: Facts = {
  plan: 'free',
  status: 'active',
  subscriptionId: null,
  currentPeriodEnd: null,
  trialEndsAt: null,
  cancelAtPeriodEnd: false,
  nextPlan: null,
  hasCard: false,
  lastCharge: null,
  ended: null,
  subscribedBefore: false,
}

const LIVE_STATUSES = ['trialing', 'active', 'past_due']
const ENDED_STATUSES = ['canceled', 'incomplete_expired']

export interface StripeState {
  facts: Facts
  /** The newest subscription that is paid for or on trial. It decides the plan. */
  live: Stripe.Subscription | undefined
  /** Every subscription that has not ended, `live` included, and those that Stripe gave up without ending. */
  unended: Stripe.Subscription[]
}

/** Reads the current state, because events can arrive late and in any order. Null when there never was a subscription. */
export async function readStripeState(stripe: Stripe, customerId: string): Promise<StripeState | null> {
  const { data } = await stripe.subscriptions.list({
    customer: customerId,
    status: 'all',
    limit: 100,
    expand: ['data.customer', 'data.latest_invoice'],
  })
  if (data.length === 0) return null
  const [live] = data.filter(isLive).sort((a, b) => b.created - a.created)
  const unended = data.filter(({ status }) => !ENDED_STATUSES.includes(status))
  if (!live)
    return { live, unended, facts: { ...FREE_FACTS, ended: findLastEndedPlan(data), subscribedBefore: true } }
  const facts = toFacts(live)
  const next = await readNextPlan(stripe, live)
  return { live, unended, facts: { ...facts, nextPlan: next === facts.plan ? null : next } }
}

function isLive(subscription: Stripe.Subscription) {
  return LIVE_STATUSES.includes(subscription.status) && planOfSubscription(subscription) !== undefined
}

function toFacts(subscription: Stripe.Subscription): Omit<Facts, 'nextPlan'> {
  const { id, status, trial_end, cancel_at_period_end, cancel_at } = subscription
  const end = cancel_at ?? subscription.items.data[0]?.current_period_end
  return {
    plan: planOfSubscription(subscription) as PaidPlan,
    status: status === 'past_due' ? 'past_due' : 'active',
    subscriptionId: id,
    currentPeriodEnd: end ? new Date(end * 1_000) : null,
    trialEndsAt: status === 'trialing' && trial_end ? new Date(trial_end * 1_000) : null,
    cancelAtPeriodEnd: cancel_at_period_end || cancel_at !== null,
    hasCard: hasCard(subscription),
    lastCharge: findLastCharge(subscription),
    ended: null,
    subscribedBefore: true,
  }
}

/** Looks where Stripe looks, in its order. */
function hasCard({ default_payment_method, default_source, customer }: Stripe.Subscription) {
  if (default_payment_method || default_source) return true
  if (typeof customer === 'string' || customer.deleted) return false
  return Boolean(customer.invoice_settings.default_payment_method ?? customer.default_source)
}

/** Null while the last invoice is open. */
function findLastCharge({ latest_invoice: invoice }: Stripe.Subscription) {
  if (!invoice || typeof invoice === 'string' || invoice.status !== 'paid') return null
  const at = invoice.status_transitions.paid_at ?? invoice.created
  return { amount: invoice.amount_paid, at: new Date(at * 1_000) }
}
