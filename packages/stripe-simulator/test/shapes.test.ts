import { readFile } from 'node:fs/promises'
import type Stripe from 'stripe'
import { expect } from 'vitest'
import { test } from './fixtures.ts'

type Example = Record<string, unknown>

/** What Stripe publishes as examples of its objects; only those that we answer with. */
const examples: Record<string, Example | undefined> = JSON.parse(
  await readFile(new URL('./stripe-examples.json', import.meta.url), 'utf8'),
)

/** The SDK's version is a little newer than the published examples: these have come since. */
const NEW: Record<string, string[]> = {
  customer: ['customer_account'],
  product: ['tax_details'],
  subscription: ['cancellation_details.feedback_option', 'trial_settings.end_behavior.billing_cycle_anchor'],
  subscription_item: ['current_trial'],
  subscription_schedule: ['pause_schedules'],
  'checkout.session': ['allowed_payment_method_types'],
  'billing_portal.configuration': [
    'features.subscription_pause',
    'features.subscription_cancel.cancellation_reason.feedback_options',
    // Not in the list of an example, only where it is asked for.
    'features.subscription_update.products',
  ],
}
/** And this has gone. */
const GONE: Record<string, string[]> = { invoice: ['subscription'] }

test('returns objects with the same fields as Stripe’s', async ({ shop, stripe }) => {
  const session = await shop.checkout(0)
  await shop.complete(session.id, '4242 4242 4242 4242')
  const subscription = await shop.subscription()
  const [invoice] = (await stripe.invoices.list({ customer: shop.customer.id })).data
  const [card] = (await stripe.paymentMethods.list({ customer: shop.customer.id })).data
  const [event] = (await stripe.events.list()).data
  const [clock] = (await stripe.testHelpers.testClocks.list()).data
  const configuration = await stripe.billingPortal.configurations.create({
    features: { invoice_history: { enabled: true } },
  })
  const portal = await stripe.billingPortal.sessions.create({ customer: shop.customer.id })
  const leaving = await stripe.customers.create()
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
  const item = subscription.items.data[0]
  const answered: Record<string, object | undefined> = {
    customer: shop.customer,
    product: await stripe.products.retrieve(shop.small.product as string),
    price: shop.small,
    plan: item?.plan,
    'checkout.session': session,
    subscription,
    subscription_item: item,
    invoice,
    line_item: invoice?.lines.data[0],
    payment_method: card,
    event,
    subscription_schedule: schedule,
    deleted_customer: await stripe.customers.del(leaving.id),
    'test_helpers.test_clock': clock,
    'billing_portal.configuration': configuration,
    'billing_portal.session': portal,
  }

  expect(Object.keys(answered).sort()).toEqual(Object.keys(examples).sort())
  const found = Object.entries(answered).flatMap(([kind, answer]) =>
    differences(JSON.parse(JSON.stringify(answer)), examples[kind] ?? {}, kind).map(
      (one) => `${kind}: ${one}`,
    ),
  )
  expect(found).toEqual([])
  const [ours] = JSON.parse(JSON.stringify(schedule.phases))
  const theirs = examples.subscription_schedule as { phases: Example[] } | undefined
  const phase = theirs?.phases[0] ?? {}
  const [example] = phase.items as Example[]
  expect(differences(ours, phase, 'phase')).toEqual([])
  // An id in the list of an example stands there as the thing itself.
  expect(differences(ours.items[0], { ...example, plan: 'price_1' }, 'item of a phase')).toEqual([])
})

test('puts a snapshot of the object into each event', async ({ shop, stripe }) => {
  await shop.complete((await shop.checkout()).id)
  const { id } = await shop.subscription()
  await stripe.subscriptions.update(id, { cancel_at_period_end: true })

  const events = (await stripe.events.list({ limit: 100 })).data
  const [updated] = events.filter(({ type }) => type === 'customer.subscription.updated')
  const [created] = events.filter(({ type }) => type === 'customer.subscription.created')

  expect(created?.data.object).toMatchObject({ id, object: 'subscription', cancel_at_period_end: false })
  expect(updated?.data).toMatchObject({
    object: { id, cancel_at_period_end: true },
    previous_attributes: { cancel_at_period_end: false },
  })
  expect(events.map(({ type }) => type)).toContain(
    'checkout.session.completed' satisfies Stripe.Event['type'],
  )
})

/** Names that one has and the other has not, and values of another kind where both have one. */
function differences(ours: Example, theirs: Example, kind: string, path = ''): string[] {
  const names = new Set([...Object.keys(ours), ...Object.keys(theirs)])
  return [...names].flatMap((name) => {
    const where = `${path}${name}`
    if (NEW[kind]?.includes(where) || GONE[kind]?.includes(where)) return []
    if (!(name in ours)) return [`${where} is missing`]
    if (!(name in theirs)) return [`${where} is not Stripe’s`]
    const [mine, example] = [ours[name], theirs[name]]
    if (mine === null || example === null) return []
    if (kindOf(mine) !== kindOf(example)) return [`${where} is ${kindOf(mine)}, not ${kindOf(example)}`]
    const open = OPEN.includes(name) || kindOf(mine) !== 'object'
    return open ? [] : differences(mine as Example, example as Example, kind, `${where}.`)
  })
}

/** What stands in these differs from case to case. */
const OPEN = [
  'metadata',
  'object',
  'items',
  'lines',
  'payment_method_options',
  'data',
  'card',
  'flow',
  'parent',
  'price',
  'plan',
  'pricing',
]

function kindOf(value: unknown) {
  return Array.isArray(value) ? 'list' : typeof value
}
