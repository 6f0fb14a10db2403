import type { PaidPlan, Plan } from '@portico/contract'
import type Stripe from 'stripe'
import { planOfSubscription } from './catalogue.ts'
import { type Ended, lastEnded } from './ended.ts'
import { nextPlanOf } from './schedule.ts'

/** What Stripe says of an account, in our words. */
export interface Facts {
  plan: Plan
  status: 'active' | 'past_due'
  subscriptionId: string | null
  currentPeriodEnd: Date | null
  trialEndsAt: Date | null
  cancelAtPeriodEnd: boolean
  /** What follows then, when another plan was chosen for then. */
  nextPlan: PaidPlan | null
  hasCard: boolean
  /** The last invoice of the subscription that was settled, in pence: nothing where a trial began. */
  lastCharge: { amount: number; at: Date } | null
  /** What was paid for before, while nothing is. */
  ended: Ended | null
  subscribedBefore: boolean
}

export const FREE: Facts = {
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

/** Those that are paid for, or will be: everything else has ended, or never began. */
const LIVE = ['trialing', 'active', 'past_due']
const ENDED = ['canceled', 'incomplete_expired']

export interface Read {
  facts: Facts
  /** The subscription that counts: the newest that lives. Older ones that end beside it change nothing. */
  live: Stripe.Subscription | undefined
  /** Everything that has not ended, that one included: also what Stripe gave up without ending it. */
  standing: Stripe.Subscription[]
}

/** The truth, whatever events say and in whatever order they come. Null: this customer never had a subscription. */
export async function readFacts(stripe: Stripe, customerId: string): Promise<Read | null> {
  const { data } = await stripe.subscriptions.list({
    customer: customerId,
    status: 'all',
    limit: 100,
    expand: ['data.customer', 'data.latest_invoice'],
  })
  if (data.length === 0) return null
  const [live] = data.filter(isLive).sort((a, b) => b.created - a.created)
  const standing = data.filter(({ status }) => !ENDED.includes(status))
  if (!live) return { live, standing, facts: { ...FREE, ended: lastEnded(data), subscribedBefore: true } }
  const facts = factsOf(live)
  const next = await nextPlanOf(stripe, live)
  return { live, standing, facts: { ...facts, nextPlan: next === facts.plan ? null : next } }
}

function isLive(subscription: Stripe.Subscription) {
  return LIVE.includes(subscription.status) && planOfSubscription(subscription) !== undefined
}

function factsOf(subscription: Stripe.Subscription): Omit<Facts, 'nextPlan'> {
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
    lastCharge: lastChargeOf(subscription),
    ended: null,
    subscribedBefore: true,
  }
}

/** Something that the next payment is taken from, in the order in which Stripe looks for it. */
function hasCard({ default_payment_method, default_source, customer }: Stripe.Subscription) {
  if (default_payment_method || default_source) return true
  if (typeof customer === 'string' || customer.deleted) return false
  return Boolean(customer.invoice_settings.default_payment_method ?? customer.default_source)
}

/** Null while the last invoice is open: nothing is charged before it is paid. */
function lastChargeOf({ latest_invoice: invoice }: Stripe.Subscription) {
  if (!invoice || typeof invoice === 'string' || invoice.status !== 'paid') return null
  const at = invoice.status_transitions.paid_at ?? invoice.created
  return { amount: invoice.amount_paid, at: new Date(at * 1_000) }
}
