import { billing } from '@portico/contract'
import type Stripe from 'stripe'
import { onTestFinished } from 'vitest'
import { expect, test } from '../../../test/fixtures.ts'
import { createEvent, deliverWebhook, findCustomerId, listEvents } from '../../../test/stripe-events.ts'
import { advanceStripeClock, buyPlan, freeStatusAfter, subscribe } from '../../../test/subscriptions.ts'

test('ignores events of another type, another customer or no customer', async ({ ctx, app, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await buyPlan(ctx, ada)

  expect(await deliverWebhook(app, createEvent('cus_unknown'))).toBe(200)
  expect(
    await deliverWebhook(app, {
      ...createEvent('cus_unknown', 'issuing_card.created'),
      data: { object: {} },
    }),
  ).toBe(200)
  expect(
    await deliverWebhook(app, {
      id: 'evt_thin',
      object: 'event',
      type: 'balance.available',
      data: { object: { object: 'balance' } },
    }),
  ).toBe(200)

  expect((await api.as(ada).call(billing.status)).body.plan).toBe('free')
})

test('applies an event once however often it is delivered', async ({ ctx, app, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await buyPlan(ctx, ada)
  const [event] = await listEvents(ctx, ada)
  const notified: unknown[] = []
  const unsubscribe = ctx.live.subscribe((people) => notified.push(people))
  onTestFinished(() => void unsubscribe())

  const stripe = await ctx.payments.stripe()
  let reads = 0
  const count = () => reads++
  stripe.on('request', count)
  onTestFinished(() => stripe.off('request', count))

  const statuses = await Promise.all(Array.from({ length: 20 }, () => deliverWebhook(app, event as object)))
  for (let n = 0; n < 10; n++) statuses.push(await deliverWebhook(app, event as object))

  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(notified).toHaveLength(1)
  expect(reads, 'requests to Stripe').toBe(1)
  expect((await api.as(ada).call(billing.status)).body.plan).toBe('pro')
})

test('ignores an older event that arrives late', async ({ ctx, app, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await buyPlan(ctx, ada, 'none')
  await advanceStripeClock(ctx, 8)
  const events = await listEvents(ctx, ada)
  const find = (type: Stripe.Event['type']) => events.find((event) => event.type === type) as object

  await deliverWebhook(app, find('customer.subscription.deleted'))
  await deliverWebhook(app, find('customer.subscription.created'))
  await deliverWebhook(app, find('checkout.session.completed'))
  const [customer, object] = [await findCustomerId(ctx, ada), { object: 'subscription', status: 'active' }]
  await deliverWebhook(app, { ...createEvent(customer), data: { object: { ...object, customer } } })

  expect((await api.as(ada).call(billing.status)).body).toEqual(freeStatusAfter('pro', 'trial_ended'))
})

const lives = [
  {
    life: 'a subscription that is past due',
    days: [8],
    events: [
      'checkout.session.completed',
      'customer.subscription.created',
      'invoice.payment_failed',
      'customer.subscription.updated',
    ],
    ends: { plan: 'pro', subscriptionStatus: 'past_due', trialEndsAt: null, hasCard: true, ended: null },
  },
  {
    life: 'a subscription that ended unpaid',
    days: [8, 16],
    events: [
      'customer.subscription.created',
      'customer.subscription.updated',
      'invoice.payment_failed',
      'customer.subscription.deleted',
    ],
    ends: freeStatusAfter('pro', 'payment_failed'),
  },
]

/** Each of the four comes first once: only the first delivery may change anything. */
const orders = [0, 1, 2, 3].map((first) => [0, 1, 2, 3].map((n) => (first + n) % 4))

test.for(lives.flatMap((life) => orders.map((order) => ({ ...life, order }))))(
  'reaches the state of $life after four events in the order $order, each ten times',
  async ({ days, events: types, ends, order }, { ctx, app, api, given }) => {
    const ada = await given.freelancer({ plan: 'free' })
    await buyPlan(ctx, ada, 'failsLater')
    for (const count of days) await advanceStripeClock(ctx, count)
    const events = await listEvents(ctx, ada)
    const delivered = types.map((type) => events.find((event) => event.type === type) as object)

    for (const index of order) {
      const statuses = await Promise.all(
        Array.from({ length: 10 }, () => deliverWebhook(app, delivered[index] as object)),
      )
      expect(new Set(statuses)).toEqual(new Set([200]))
    }

    expect((await api.as(ada).call(billing.status)).body).toMatchObject(ends)
    const { revision } = await ctx.db
      .selectFrom('billing_account')
      .select('revision')
      .where('workspace_id', '=', ada.id)
      .executeTakeFirstOrThrow()
    expect(revision, 'customer, checkout and one fact').toBe(3)
  },
)

test('ignores the end of an older subscription beside a newer one', async ({ ctx, app, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'pro', 'good')
  const stripe = await ctx.payments.stripe()
  const customer = await findCustomerId(ctx, ada)
  const [old] = (await stripe.subscriptions.list({ customer })).data
  await advanceStripeClock(ctx, 1)
  // As an operator can on Stripe's own pages.
  const prices = await stripe.prices.list({ lookup_keys: ['portico_enterprise_monthly'] })
  await stripe.subscriptions.create({
    customer,
    items: [{ price: prices.data[0]?.id ?? '' }],
    trial_period_days: 3,
  })
  const deliverEvents = async () => {
    for (const event of await listEvents(ctx, ada)) await deliverWebhook(app, event)
    return (await api.as(ada).call(billing.status)).body.plan
  }

  const both = await deliverEvents()
  await stripe.subscriptions.cancel(old?.id ?? '')
  const newer = await deliverEvents()

  expect([both, newer]).toEqual(['enterprise', 'enterprise'])
})

test('returns 503 and changes nothing while Stripe is down, and applies the event when it is sent again', async ({
  ctx,
  app,
  api,
  given,
}) => {
  const ada = await given.freelancer({ plan: 'free' })
  await buyPlan(ctx, ada)
  const [event] = await listEvents(ctx, ada)
  const stripe = await ctx.payments.simulator()
  onTestFinished(() => stripe?.fail(null))

  stripe?.fail('errors')
  const duringOutage = await deliverWebhook(app, event as object)
  const planDuringOutage = (await api.as(ada).call(billing.status)).body.plan
  stripe?.fail(null)
  const afterwards = await deliverWebhook(app, event as object)

  expect([duringOutage, planDuringOutage, afterwards]).toEqual([503, 'free', 200])
  expect((await api.as(ada).call(billing.status)).body.plan).toBe('pro')
})

test('ignores a paid checkout of another account', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  const other = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, other, 'enterprise', 'good')

  await api.as(ada).call(billing.refresh)

  expect((await api.as(ada).call(billing.status)).body.plan).toBe('free')
})
