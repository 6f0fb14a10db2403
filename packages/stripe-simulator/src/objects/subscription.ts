import type Stripe from 'stripe'
import type { Price } from './catalogue.ts'
import { buildList, type List, type Stored } from './serialized.ts'

export type Item = Omit<Stored<Stripe.SubscriptionItem>, 'plan' | 'price'> & {
  plan: StoredPlan
  price: Price
}
type StoredPlan = Stored<Stripe.Plan>
export type Subscription = Omit<Stored<Stripe.Subscription>, 'items'> & {
  customer: string
  default_payment_method: string | null
  latest_invoice: string | null
  items: List<Item> & { data: [Item, ...Item[]] }
}

interface Sent {
  customer: string
  price: Price
  itemId: string
  end: number
  trialEnd: number | null
  missingPaymentMethod: 'cancel' | 'create_invoice' | 'pause'
  paymentMethod: string | null
  metadata: Record<string, string>
}

export function buildSubscription(id: string, now: number, sent: Sent): Subscription {
  const { customer, price, itemId, end, trialEnd, missingPaymentMethod, paymentMethod, metadata } = sent
  const item = buildItem(itemId, now, { subscription: id, price, start: now, end })
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: trialEnd ?? now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'classic' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: price.currency,
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: paymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: buildList(`/v1/subscription_items?subscription=${id}`, [item]) as Subscription['items'],
    latest_invoice: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'on_subscription',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: trialEnd ? 'trialing' : 'active',
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: missingPaymentMethod },
    },
    trial_start: trialEnd ? now : null,
  }
}

interface ItemSent {
  subscription: string
  price: Price
  start: number
  end: number
}

export function buildItem(id: string, now: number, { subscription, price, start, end }: ItemSent): Item {
  return {
    id,
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: end,
    current_period_start: start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity: 1,
    subscription,
    tax_rates: [],
  }
}

/** The older form of a price, which Stripe still sends too. */
function planOf({
  id,
  active,
  unit_amount,
  created,
  currency,
  metadata,
  nickname,
  product,
}: Price): StoredPlan {
  return {
    id,
    object: 'plan',
    active,
    amount: unit_amount,
    amount_decimal: String(unit_amount),
    billing_scheme: 'per_unit',
    created,
    currency,
    interval: 'month',
    interval_count: 1,
    livemode: false,
    metadata,
    meter: null,
    nickname,
    product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}

export function withPrice(item: Item, price: Price): Item {
  return { ...item, price, plan: planOf(price) }
}
