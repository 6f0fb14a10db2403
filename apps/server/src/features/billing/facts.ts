import type { PaidPlan, Plan } from '@portico/contract'
import type Stripe from 'stripe'
import { planOf } from './catalogue.ts'
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
  const { data } = await stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 })
  if (data.length === 0) return null
  const [live] = data.filter(isLive).sort((a, b) => b.created - a.created)
  const standing = data.filter(({ status }) => !ENDED.includes(status))
  if (!live) return { live, standing, facts: { ...FREE, subscribedBefore: true } }
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
    subscribedBefore: true,
  }
}

function planOfSubscription({ items }: Stripe.Subscription) {
  const price = items.data[0]?.price
  return price && planOf(price)
}
