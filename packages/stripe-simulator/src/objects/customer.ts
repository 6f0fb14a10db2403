import type Stripe from 'stripe'
import type { Stored } from './serialized.ts'

export type Customer = Stored<Stripe.Customer> & {
  invoice_settings: { default_payment_method: string | null }
  next_invoice_sequence: number
  invoice_prefix: string
}
export type PaymentMethod = Stored<Stripe.PaymentMethod> & {
  customer: string | null
  card: Stripe.PaymentMethod.Card
}

type CustomerSent = Pick<Customer, 'email' | 'name' | 'metadata' | 'description'>

export function buildCustomer(id: string, now: number, sent: CustomerSent): Customer {
  return {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: now,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    discount: null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    ...sent,
  }
}

export function buildCard(id: string, now: number, customer: string, number: string): PaymentMethod {
  return {
    id,
    object: 'payment_method',
    allow_redisplay: 'always',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'GB',
      display_brand: 'visa',
      exp_month: 12,
      exp_year: new Date(now * 1_000).getUTCFullYear() + 3,
      fingerprint: `simulated${number.slice(-4)}`,
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: ['visa'], preferred: null },
      regulated_status: null,
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: now,
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}
