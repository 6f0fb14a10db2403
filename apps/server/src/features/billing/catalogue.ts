import { createHash } from 'node:crypto'
import { featuresOf, type PaidPlan, PLANS, paidPlanNames } from '@portico/contract'
import type Stripe from 'stripe'
import { unlessMissing } from './stripe-errors.ts'

export interface CatalogueReport {
  /** What was made or changed, in words; empty when all was in place. */
  done: string[]
}

/** Products, prices and the settings of the portal in Stripe, made or put right. Run again, it finds nothing to do. */
export async function ensureCatalogue(stripe: Stripe): Promise<CatalogueReport> {
  const done: string[] = []
  const offered: { product: string; prices: string[] }[] = []
  for (const plan of paidPlanNames) {
    const product = await ensureProduct(stripe, plan, done)
    const price = await ensurePrice(stripe, plan, product.id, done)
    offered.push({ product: product.id, prices: [price.id] })
  }
  await ensurePortal(stripe, offered, done)
  return { done }
}

async function ensureProduct(stripe: Stripe, plan: PaidPlan, done: string[]): Promise<Stripe.Product> {
  const id = `portico_${plan}`
  const name = `Portico ${PLANS[plan].title}`
  const description = featuresOf(plan)
    .filter(({ included }) => included)
    .map(({ says }) => says)
    .join(', ')
  const known = await stripe.products.retrieve(id).catch(unlessMissing)
  if (!known) {
    done.push(`made the product ${name}`)
    return stripe.products.create({ id, name, description, metadata: { plan } })
  }
  if (known.active && known.name === name && known.description === description) return known
  done.push(`put the product ${name} right`)
  return stripe.products.update(id, { active: true, name, description, metadata: { plan } })
}

async function ensurePrice(stripe: Stripe, plan: PaidPlan, product: string, done: string[]) {
  const { title, monthlyPence } = PLANS[plan]
  const known = (await listPrices(stripe)).get(plan)
  if (known?.unit_amount === monthlyPence) return known
  done.push(`made the price of ${title}`)
  // The key moves to the new price; whoever pays the old one keeps it.
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
  done: string[],
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
  // What was asked for then, as far as we ask: Stripe answers with more, and with defaults of its own.
  const asked = createHash('sha256').update(JSON.stringify(features)).digest('hex')
  const settings = { features, metadata: { portico: 'plans', asked } }
  const known = await findPortal(stripe)
  if (known?.metadata?.asked === asked) return
  done.push(known ? 'put the settings of the portal right' : 'made the settings of the portal')
  if (known) await stripe.billingPortal.configurations.update(known.id, settings)
  else await stripe.billingPortal.configurations.create(settings)
}

/** What the portal may do, as `ensureCatalogue` left it. */
export async function findPortal(stripe: Stripe): Promise<Stripe.BillingPortal.Configuration | undefined> {
  for await (const configuration of stripe.billingPortal.configurations.list({ active: true, limit: 100 })) {
    if (configuration.metadata?.portico === 'plans') return configuration
  }
}

/** The prices that are sold now. */
export async function listPrices(stripe: Stripe): Promise<Map<PaidPlan, Stripe.Price>> {
  const { data } = await stripe.prices.list({
    lookup_keys: paidPlanNames.map(lookupKey),
    active: true,
    limit: 10,
  })
  return new Map(data.flatMap((price) => (planOf(price) ? [[planOf(price) as PaidPlan, price]] : [])))
}

/** The plan that a price is for: also one that is not sold any more. */
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
