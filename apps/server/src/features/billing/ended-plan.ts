import type { billing, PaidPlan } from '@portico/contract'
import type Stripe from 'stripe'
import { planOfSubscription } from './catalogue.ts'

/** A paid plan that is over, as Stripe tells of it. */
export interface Ended {
  subscriptionId: string
  plan: PaidPlan
  /** Null where Stripe gave up without ending it. */
  at: Date | null
  reason: billing.EndReason
}

const OVER = ['canceled', 'unpaid', 'paused']

/** The one that ended last; null where none ever did. */
export function lastEnded(subscriptions: Stripe.Subscription[]): Ended | null {
  const [last] = subscriptions
    .filter((subscription) => OVER.includes(subscription.status) && planOfSubscription(subscription))
    .sort((a, b) => (endOf(b) ?? Infinity) - (endOf(a) ?? Infinity) || b.created - a.created)
  if (!last) return null
  const end = endOf(last)
  return {
    subscriptionId: last.id,
    plan: planOfSubscription(last) as PaidPlan,
    at: end === null ? null : new Date(end * 1_000),
    reason: reasonOf(last),
  }
}

function endOf({ ended_at, status, trial_end }: Stripe.Subscription) {
  return status === 'paused' ? trial_end : ended_at
}

function reasonOf(subscription: Stripe.Subscription): billing.EndReason {
  const { status, cancel_at, cancel_at_period_end, cancellation_details } = subscription
  const chosen = cancel_at_period_end || cancel_at !== null
  const told = cancellation_details?.reason
  if (told === 'payment_disputed') return 'payment_disputed'
  if (!chosen && endedWithTrial(subscription)) return 'trial_ended'
  if (told === 'payment_failed' || status === 'unpaid') return 'payment_failed'
  return chosen ? 'cancelled' : 'ended_early'
}

/** No month began after it: there was no card to pay for one. What Stripe calls that differs. */
function endedWithTrial(subscription: Stripe.Subscription) {
  const { status, trial_end, items } = subscription
  const end = endOf(subscription)
  if (status === 'paused') return true
  if (trial_end === null || end === null) return false
  return end >= trial_end && (items.data[0]?.current_period_end ?? 0) <= trial_end
}
