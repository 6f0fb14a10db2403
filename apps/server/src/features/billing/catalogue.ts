import { createHash } from 'node:crypto'
import { featuresOf, type PaidPlan, PLANS, paidPlanNames } from '@portico/contract'
import type Stripe from 'stripe'
import { undefinedIfNotFound } from './stripe-errors.ts'

export interface CatalogueReport {
  /** One phrase for each change; empty when nothing had to change. */
  changes: string[]
}

/** Creates or corrects products, prices and the portal's configuration in Stripe. */
export async function ensureCatalogue(stripe: Stripe): Promise<CatalogueReport> {
  const changes: string[] = []
  const offered: { product: string; prices: string[] }[] = []
  for (const plan of paidPlanNames) {
    const product = await ensureProduct(stripe, plan, changes)
    const price = await ensurePrice(stripe, plan, product.id, changes)
    offered.push({ product: product.id, prices: [price.id] })
  }
  await ensurePortal(stripe, offered, changes)
  return { changes }
}

async function ensureProduct(stripe: Stripe, plan: PaidPlan, changes: string[]): Promise<Stripe.Product> {
  const id = `portico_${plan}`
  const name = `Portico ${PLANS[plan].title}`
  const description = featuresOf(plan)
    .filter(({ included }) => included)
    .map(({ says }) => says)
    .join(', ')
  const existing = await stripe.products.retrieve(id).catch(undefinedIfNotFound)
  if (!existing) {
    changes.push(`made the product ${name}`)
    return stripe.products.create({ id, name, description, metadata: { plan } })
  }
  if (existing.active && existing.name === name && existing.description === description) return existing
  changes.push(`put the product ${name} right`)
  return stripe.products.update(id, { active: true, name, description, metadata: { plan } })
}

async function ensurePrice(stripe: Stripe, plan: PaidPlan, product: string, changes: string[]) {
  const { title, monthlyPence } = PLANS[plan]
  const existing = (await listPrices(stripe)).get(plan)
  if (existing?.unit_amount === monthlyPence) return existing
  changes.push(`made the price of ${title}`)
  // The lookup key moves to the new price. Existing subscriptions keep the old price.
  return stripe.prices.create({
    product,
    currency: 'gbp',
    unit_amount: monthlyPence,
    recurring: { interval: 'month' },
    lookup_key: lookupKey(plan),
    transfer_lookup_key: true,
    metadata: { plan },
  })
}

async function ensurePortal(
  stripe: Stripe,
  products: { product: string; prices: string[] }[],
  changes: string[],
) {
  const features = {
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_update: {
      enabled: true,
      default_allowed_updates: ['price' as const],
      products,
      proration_behavior: 'always_invoice' as const,
      trial_update_behavior: 'continue_trial' as const,
    },
  } satisfies Stripe.BillingPortal.ConfigurationCreateParams.Features
  // Compares what was sent, because Stripe's response has more fields and its own defaults.
  const digest = createHash('sha256').update(JSON.stringify(features)).digest('hex')
  const settings = { features, metadata: { portico: 'plans', asked: digest } }
  const existing = await findPortal(stripe)
  if (existing?.metadata?.asked === digest) return
  changes.push(existing ? 'put the settings of the portal right' : 'made the settings of the portal')
  if (existing) await stripe.billingPortal.configurations.update(existing.id, settings)
  else await stripe.billingPortal.configurations.create(settings)
}

export async function findPortal(stripe: Stripe): Promise<Stripe.BillingPortal.Configuration | undefined> {
  for await (const configuration of stripe.billingPortal.configurations.list({ active: true, limit: 100 })) {
    if (configuration.metadata?.portico === 'plans') return configuration
  }
}

export async function listPrices(stripe: Stripe): Promise<Map<PaidPlan, Stripe.Price>> {
  const { data } = await stripe.prices.list({
    lookup_keys: paidPlanNames.map(lookupKey),
    active: true,
    limit: 10,
  })
  return new Map(data.flatMap((price) => (planOf(price) ? [[planOf(price) as PaidPlan, price]] : [])))
}

/** Also for a price that is no longer sold. */
export function planOf({ metadata, lookup_key }: Stripe.Price): PaidPlan | undefined {
  return paidPlanNames.find((plan) => metadata.plan === plan || lookup_key === lookupKey(plan))
}

export function planOfSubscription({ items }: Stripe.Subscription) {
  const price = items.data[0]?.price
  return price && planOf(price)
}

function lookupKey(plan: PaidPlan) {
  return `portico_${plan}_monthly`
}
