import type { billing, PaidPlan } from '@portico/contract'
import type Stripe from 'stripe'
import { planOfSubscription } from './catalogue.ts'

export interface EndedPlan {
  subscriptionId: string
  plan: PaidPlan
  /** Null where Stripe gave up without ending the subscription. */
  at: Date | null
  reason: billing.EndReason
}

const ENDED_STATUSES = ['canceled', 'unpaid', 'paused']

export function findLastEndedPlan(subscriptions: Stripe.Subscription[]): EndedPlan | null {
  const [last] = subscriptions
    .filter(
      (subscription) => ENDED_STATUSES.includes(subscription.status) && planOfSubscription(subscription),
    )
    .sort((a, b) => (endTimeOf(b) ?? Infinity) - (endTimeOf(a) ?? Infinity) || b.created - a.created)
  if (!last) return null
  const end = endTimeOf(last)
  return {
    subscriptionId: last.id,
    plan: planOfSubscription(last) as PaidPlan,
    at: end === null ? null : new Date(end * 1_000),
    reason: reasonOf(last),
  }
}

function endTimeOf({ ended_at, status, trial_end }: Stripe.Subscription) {
  return status === 'paused' ? trial_end : ended_at
}

function reasonOf(subscription: Stripe.Subscription): billing.EndReason {
  const { status, cancel_at, cancel_at_period_end, cancellation_details } = subscription
  const isCancelled = cancel_at_period_end || cancel_at !== null
  const stripeReason = cancellation_details?.reason
  if (stripeReason === 'payment_disputed') return 'payment_disputed'
  if (!isCancelled && endedWithTrial(subscription)) return 'trial_ended'
  if (stripeReason === 'payment_failed' || status === 'unpaid') return 'payment_failed'
  return isCancelled ? 'cancelled' : 'ended_early'
}

/** Whether it ended for want of a card after the trial. Stripe's status for that differs with the trial settings. */
function endedWithTrial(subscription: Stripe.Subscription) {
  const { status, trial_end, items } = subscription
  const end = endTimeOf(subscription)
  if (status === 'paused') return true
  if (trial_end === null || end === null) return false
  return end >= trial_end && (items.data[0]?.current_period_end ?? 0) <= trial_end
}
