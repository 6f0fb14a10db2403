import type Stripe from 'stripe'
import type { Price } from './catalogue.ts'
import type { Stored } from './serialized.ts'
import type { Subscription } from './subscription.ts'

export type Phase = Omit<Stored<Stripe.SubscriptionSchedule.Phase>, 'items'> & { items: [PhaseItem] }
type PhaseItem = Stored<Stripe.SubscriptionSchedule.Phase.Item> & { price: string }
export type Schedule = Omit<Stored<Stripe.SubscriptionSchedule>, 'phases'> & {
  customer: string
  current_phase: Stripe.SubscriptionSchedule.CurrentPhase
  phases: Phase[]
  subscription: string | null
}

/** Begins with one phase: the subscription as it is, until its period ends. */
export function buildSchedule(id: string, now: number, subscription: Subscription): Schedule {
  const [item] = subscription.items.data
  const [start, end] = [item.current_period_start, item.current_period_end]
  return {
    id,
    object: 'subscription_schedule',
    application: null,
    billing_mode: { flexible: null, type: 'classic' },
    canceled_at: null,
    completed_at: null,
    created: now,
    current_phase: { start_date: start, end_date: end },
    customer: subscription.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      automatic_tax: { disabled_reason: null, enabled: false, liability: null },
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: subscription.default_payment_method,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [buildPhase({ start, end, price: item.price, trialEnd: trialEndOf(subscription) })],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: null,
  }
}

function trialEndOf({ status, trial_end }: Subscription) {
  return status === 'trialing' ? trial_end : null
}

interface PhaseSent {
  start: number
  end: number
  price: Price
  trialEnd?: number | null
  proration?: string
}

export function buildPhase({ start, end, price, trialEnd, proration }: PhaseSent): Phase {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: price.currency,
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    end_date: end,
    invoice_settings: null,
    items: [
      {
        billing_thresholds: null,
        discounts: [],
        metadata: {},
        plan: price.id,
        price: price.id,
        quantity: 1,
        tax_rates: [],
      },
    ],
    metadata: {},
    on_behalf_of: null,
    proration_behavior: proration ?? 'create_prorations',
    start_date: start,
    transfer_data: null,
    trial_end: trialEnd ?? null,
  }
}
