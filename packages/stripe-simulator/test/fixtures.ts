import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { test as base } from 'vitest'
import { startSimulator } from '../src/index.ts'

export const SECRET_KEY = 'sk_test_simulated'
export const PAGES_URL = 'http://localhost:3000/dev/stripe'

/** A simulator of one's own, spoken to through the official SDK. */
export const test = base
  .extend('folder', async ({}, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'stripe-simulator-'))
    onCleanup(() => rm(folder, { recursive: true, force: true }))
    return folder
  })
  .extend('simulator', async ({ folder }, { onCleanup }) => {
    const simulator = await startSimulator({ folder, secretKey: SECRET_KEY, pages: PAGES_URL, webhook: null })
    onCleanup(() => simulator.close())
    return simulator
  })
  .extend('stripe', ({ simulator }) => createStripe(simulator))
  .extend('shop', ({ stripe }) => createShop(stripe))

export function createStripe({ host, port }: { host: string; port: number }) {
  return new Stripe(SECRET_KEY, { host, port, protocol: 'http', maxNetworkRetries: 0 })
}

/** Two prices, a customer, and ways to buy. */
async function createShop(stripe: Stripe) {
  const priceFor = async (name: string, amount: number) => {
    const product = await stripe.products.create({ name })
    return stripe.prices.create({
      product: product.id,
      currency: 'gbp',
      unit_amount: amount,
      recurring: { interval: 'month' },
      lookup_key: name,
    })
  }
  const small = await priceFor('Small', 500)
  const large = await priceFor('Large', 1_200)
  const customer = await stripe.customers.create({ email: 'ada@example.test', name: 'Ada Marsh' })

  return {
    small,
    large,
    customer,
    checkout: (trialDays = 7) =>
      stripe.checkout.sessions.create({
        mode: 'subscription',
        customer: customer.id,
        line_items: [{ price: small.id, quantity: 1 }],
        success_url: 'http://localhost:3000/billing-success?session_id={CHECKOUT_SESSION_ID}',
        cancel_url: 'http://localhost:3000/billing-cancelled',
        payment_method_collection: 'if_required',
        subscription_data: {
          ...(trialDays > 0 && { trial_period_days: trialDays }),
          trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
        },
      }),
    /** As a person does on the page. */
    complete: (sessionId: string, card = '') =>
      stripe.rawRequest('POST', `/v1/test_helpers/checkout/sessions/${sessionId}/complete`, { card }),
    async subscription() {
      const { data } = await stripe.subscriptions.list({ customer: customer.id, status: 'all' })
      return data[0] as Stripe.Subscription
    },
    async days(count: number) {
      const [clock] = (await stripe.testHelpers.testClocks.list()).data
      const frozen_time = (clock?.frozen_time ?? 0) + count * 86_400
      await stripe.testHelpers.testClocks.advance(clock?.id ?? '', { frozen_time })
    },
  }
}
