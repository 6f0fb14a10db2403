import type Stripe from 'stripe'
import type { Stored } from './serialized.ts'

export type Product = Stored<Stripe.Product>
export type Price = Stored<Stripe.Price> & {
  product: string
  unit_amount: number
  recurring: Stripe.Price.Recurring
}

export function buildProduct(
  id: string,
  now: number,
  sent: Pick<Product, 'name' | 'description' | 'metadata'>,
): Product {
  return {
    id,
    object: 'product',
    active: true,
    created: now,
    default_price: null,
    images: [],
    livemode: false,
    marketing_features: [],
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: now,
    url: null,
    ...sent,
  }
}

type PriceSent = Pick<Price, 'product' | 'currency' | 'unit_amount' | 'lookup_key' | 'metadata' | 'nickname'>

export function buildPrice(id: string, now: number, sent: PriceSent): Price {
  return {
    id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: now,
    custom_unit_amount: null,
    livemode: false,
    recurring: {
      interval: 'month',
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount_decimal: String(sent.unit_amount),
    ...sent,
  }
}
