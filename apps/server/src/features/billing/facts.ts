import type { PaidPlan, Plan } from '@portico/contract'
import type Stripe from 'stripe'
import { planOf } from './catalogue.ts'

/** What Stripe says of an account, in our words. */
export interface Facts {
  plan: Plan
  status: 'active' | 'past_due'
  subscriptionId: string | null
  currentPeriodEnd: Date | null
  trialEndsAt: Date | null
  cancelAtPeriodEnd: boolean
  subscribedBefore: boolean
}

export const FREE: Facts = {
  plan: 'free',
  status: 'active',
  subscriptionId: null,
  currentPeriodEnd: null,
  trialEndsAt: null,
  cancelAtPeriodEnd: false,
  subscribedBefore: false,
}

/** Those that are paid for, or will be: everything else has ended, or never began. */
const LIVE = ['trialing', 'active', 'past_due']

export interface Read {
  facts: Facts
  /** The subscription that counts: the newest that lives. Older ones that end beside it change nothing. */
  live: Stripe.Subscription | undefined
}

/** The truth, whatever events say and in whatever order they come. Null: this customer never had a subscription. */
export async function readFacts(stripe: Stripe, customerId: string): Promise<Read | null> {
  const { data } = await stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 })
  if (data.length === 0) return null
  const [live] = data.filter(isLive).sort((a, b) => b.created - a.created)
  return { live, facts: live ? factsOf(live) : { ...FREE, subscribedBefore: true } }
}

function isLive(subscription: Stripe.Subscription) {
  return LIVE.includes(subscription.status) && planOfSubscription(subscription) !== undefined
}

function factsOf(subscription: Stripe.Subscription): Facts {
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
