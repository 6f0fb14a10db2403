import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { billing, dashboard } from '@portico/contract'
import { signatureOf } from '@portico/stripe-simulator'
import type Stripe from 'stripe'
import { onTestFinished, vi } from 'vitest'
import { expect, test } from '../../../test/fixtures.ts'
import type { TestFreelancer } from '../../../test/given.ts'
import { createEvent, deliverWebhook, findCustomerId, listEvents } from '../../../test/stripe-events.ts'
import {
  advanceStripeClock,
  CARDS,
  freeStatusAfter,
  scheduleAtStripe,
  submitStripePage,
  subscribe,
} from '../../../test/subscriptions.ts'
import type { AppContext } from '../../platform/context.ts'
import { startCheckout } from './checkout.service.ts'

/** Somebody who bought a plan, and nothing has been told of it yet. */
async function bought(ctx: AppContext, ada: TestFreelancer, card: keyof typeof CARDS = 'good') {
  const { url } = await startCheckout(ctx, ada, 'pro')
  await submitStripePage(ctx, url, { card: CARDS[card] })
}

test('an event that Stripe signed brings the plan', async ({ ctx, app, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await bought(ctx, ada)
  const before = (await api.as(ada).call(billing.status)).body.plan
  const [created] = await listEvents(ctx, ada)

  expect(await deliverWebhook(app, created as object)).toBe(200)

  expect(before).toBe('free')
  const [status, summary] = [
    await api.as(ada).call(billing.status),
    await api.as(ada).call(dashboard.summary),
  ]
  expect(status.body.plan).toBe('pro')
  expect(summary.body).toMatchObject({ plan: 'pro', subscriptionStatus: 'active', clients: { limit: 5 } })
})

test('whoever is not Stripe is refused, and changes nothing', async ({ ctx, app, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await bought(ctx, ada)
  const event = createEvent(await findCustomerId(ctx, ada))
  const spaced = JSON.stringify(event, null, 4)
  const { signature } = signedFor(ctx, spaced)

  const refused = [
    await deliverWebhook(app, event, { secret: 'whsec_00000000000000000000000000000000' }),
    await deliverWebhook(app, event, { age: 301 }),
    await deliverWebhook(app, event, { signature: 'nonsense' }),
    await deliverWebhook(app, event, { signature: signature.replace('v1=', 'v0=') }),
    await deliverWebhook(app, event, { signature: signature.replace(/t=\d+/, 't=') }),
    // The same JSON in other bytes, and another event under an old signature.
    await deliverWebhook(app, JSON.stringify(event), { signature }),
    await deliverWebhook(app, spaced.replace(event.id, 'evt_other'), { signature }),
    await deliverWebhook(app, ''),
    (await app.inject({ method: 'POST', url: '/api/stripe/webhook', payload: event })).statusCode,
  ]

  expect(refused).toEqual(refused.map(() => 400))
  expect((await api.as(ada).call(billing.status)).body.plan).toBe('free')
  expect(await deliverWebhook(app, spaced, { signature })).toBe(200)
  expect((await api.as(ada).call(billing.status)).body.plan).toBe('pro')
})

test('odd spacing and escapes are Stripe’s own business', async ({ ctx, app, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await bought(ctx, ada)
  // It is signed and judged in the same second, however slow the machine is.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const odd = JSON.stringify({ ...createEvent(await findCustomerId(ctx, ada)), note: 'é' }, null, '\t ')

  expect(await deliverWebhook(app, odd.replace('é', '\\u00e9'), { age: 299 })).toBe(200)
})

test('an event of another kind, of another customer or of nobody is taken and changes nothing', async ({
  ctx,
  app,
  api,
  given,
}) => {
  const ada = await given.freelancer({ plan: 'free' })
  await bought(ctx, ada)

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

test('refuses signed events of the wrong shape with 400', async ({ ctx, app, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await bought(ctx, ada)
  const event = createEvent(await findCustomerId(ctx, ada))
  const wrong = [null, [], 'cus_1', 7, true, undefined]
  const shapes = [
    ...wrong.map((object) => ({ ...event, data: { object } })),
    ...wrong.map((data) => ({ ...event, data })),
    ...[null, {}, [], 7, undefined].flatMap((no) => [
      { ...event, id: no },
      { ...event, type: no },
    ]),
    ...[null, [], 'evt_1', 7, {}],
  ]

  for (const shape of shapes)
    expect(await deliverWebhook(app, JSON.stringify(shape)), JSON.stringify(shape)).toBe(400)
})

test('one event ten times, and twenty at once, has one effect', async ({ ctx, app, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await bought(ctx, ada)
  const [event] = await listEvents(ctx, ada)
  const heard: unknown[] = []
  const unfollow = ctx.live.subscribe((people) => heard.push(people))
  onTestFinished(() => void unfollow())

  const stripe = await ctx.payments.stripe()
  let reads = 0
  const count = () => reads++
  stripe.on('request', count)
  onTestFinished(() => stripe.off('request', count))

  const statuses = await Promise.all(Array.from({ length: 20 }, () => deliverWebhook(app, event as object)))
  for (let n = 0; n < 10; n++) statuses.push(await deliverWebhook(app, event as object))

  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(heard).toHaveLength(1)
  expect(reads, 'questions to Stripe').toBe(1)
  expect((await api.as(ada).call(billing.status)).body.plan).toBe('pro')
})

test('an older event that comes late changes nothing', async ({ ctx, app, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await bought(ctx, ada, 'none')
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
    life: 'one that is past due',
    days: [8],
    told: [
      'checkout.session.completed',
      'customer.subscription.created',
      'invoice.payment_failed',
      'customer.subscription.updated',
    ],
    ends: { plan: 'pro', subscriptionStatus: 'past_due', trialEndsAt: null, hasCard: true, ended: null },
  },
  {
    life: 'one that was given up',
    days: [8, 16],
    told: [
      'customer.subscription.created',
      'customer.subscription.updated',
      'invoice.payment_failed',
      'customer.subscription.deleted',
    ],
    ends: freeStatusAfter('pro', 'payment_failed'),
  },
]
const orders = permutations([0, 1, 2, 3])

test.for(lives.flatMap((life) => orders.map((order) => ({ ...life, order }))))(
  'four events of $life in the order $order, each ten times at once: one state',
  async ({ days, told, ends, order }, { ctx, app, api, given }) => {
    const ada = await given.freelancer({ plan: 'free' })
    await bought(ctx, ada, 'failsLater')
    for (const count of days) await advanceStripeClock(ctx, count)
    const events = await listEvents(ctx, ada)
    const life = told.map((type) => events.find((event) => event.type === type) as object)

    for (const index of order) {
      const statuses = await Promise.all(
        Array.from({ length: 10 }, () => deliverWebhook(app, life[index] as object)),
      )
      expect(new Set(statuses)).toEqual(new Set([200]))
    }

    expect((await api.as(ada).call(billing.status)).body).toMatchObject(ends)
    const { revision } = await ctx.db
      .selectFrom('billing_account')
      .select('revision')
      .where('freelancer_id', '=', ada.id)
      .executeTakeFirstOrThrow()
    expect(revision, 'customer, checkout and one fact').toBe(3)
  },
)

test('the events that the README asks for tell of everything that happens', async ({
  ctx,
  app,
  api,
  given,
}) => {
  const ada = await given.freelancer({ plan: 'free' })
  const stripe = await ctx.payments.stripe()
  const asked = await eventsInReadme()
  const subscription = async () => {
    const [found] = (await stripe.subscriptions.list({ customer: await findCustomerId(ctx, ada) })).data
    return found?.id ?? ''
  }
  const portal = async () => (await api.as(ada).call(billing.portal)).body.url
  const life: [expected: object, happens: () => Promise<unknown>][] = [
    [{ plan: 'pro', hasCard: false }, () => bought(ctx, ada, 'none')],
    [{ hasCard: true }, () => keepCard(portal)],
    [{ subscriptionStatus: 'past_due' }, () => advanceStripeClock(ctx, 8)],
    [{ subscriptionStatus: 'active' }, () => payIn(portal)],
    [{ nextPlan: 'starter' }, async () => scheduleAtStripe(ctx, await subscription(), 'pro', 'starter')],
    [{ plan: 'starter', nextPlan: null }, () => advanceStripeClock(ctx, 31)],
    [{ nextPlan: null }, () => advanceStripeClock(ctx, 31)],
    [{ cancelAtPeriodEnd: true }, async () => cancelAtEnd(await subscription())],
    [freeStatusAfter('starter', 'cancelled'), () => advanceStripeClock(ctx, 31)],
    [{ plan: 'enterprise', ended: null }, () => buyAgain()],
    [{ plan: 'free' }, async () => stripe.customers.del(await findCustomerId(ctx, ada))],
  ]

  const told = new Set<string>()
  for (const [expected, happens] of life) {
    await happens()
    for (const event of await listEvents(ctx, ada)) {
      if (told.has(event.id)) continue
      told.add(event.id)
      if (asked.includes(event.type)) expect(await deliverWebhook(app, event)).toBe(200)
    }
    expect((await api.as(ada).call(billing.status)).body).toMatchObject(expected)
  }

  async function keepCard(open: typeof portal) {
    await submitStripePage(ctx, `${await open()}/card`, { card: CARDS.failsLater })
  }

  async function payIn(open: typeof portal) {
    const url = await open()
    await submitStripePage(ctx, `${url}/card`, { card: CARDS.good })
    const [invoice] = (await stripe.invoices.list({ customer: await findCustomerId(ctx, ada) })).data
    await submitStripePage(ctx, `${url}/pay/${invoice?.id}`)
  }

  function cancelAtEnd(id: string) {
    return stripe.subscriptions.update(id, { cancel_at_period_end: true })
  }

  async function buyAgain() {
    const { url } = await startCheckout(ctx, ada, 'enterprise')
    await submitStripePage(ctx, url, { card: CARDS.good })
  }
})

test('an older subscription that ends beside a newer one is ignored', async ({ ctx, app, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'pro', 'good')
  const stripe = await ctx.payments.stripe()
  const customer = await findCustomerId(ctx, ada)
  const [old] = (await stripe.subscriptions.list({ customer })).data
  await advanceStripeClock(ctx, 1)
  // As somebody at Stripe's own pages might do.
  const prices = await stripe.prices.list({ lookup_keys: ['portico_enterprise_monthly'] })
  await stripe.subscriptions.create({
    customer,
    items: [{ price: prices.data[0]?.id ?? '' }],
    trial_period_days: 3,
  })
  const tell = async () => {
    for (const event of await listEvents(ctx, ada)) await deliverWebhook(app, event)
    return (await api.as(ada).call(billing.status)).body.plan
  }

  const both = await tell()
  await stripe.subscriptions.cancel(old?.id ?? '')
  const newer = await tell()

  expect([both, newer]).toEqual(['enterprise', 'enterprise'])
})

test('with Stripe away it answers 503 and changes nothing; told again, it does', async ({
  ctx,
  app,
  api,
  given,
}) => {
  const ada = await given.freelancer({ plan: 'free' })
  await bought(ctx, ada)
  const [event] = await listEvents(ctx, ada)
  const stripe = await ctx.payments.simulator()
  onTestFinished(() => stripe?.fail(null))

  stripe?.fail('errors')
  const away = await deliverWebhook(app, event as object)
  const between = (await api.as(ada).call(billing.status)).body.plan
  stripe?.fail(null)
  const back = await deliverWebhook(app, event as object)

  expect([away, between, back]).toEqual([503, 'free', 200])
  expect((await api.as(ada).call(billing.status)).body.plan).toBe('pro')
})

test('a paid checkout of somebody else changes nothing of mine', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  const other = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, other, 'enterprise', 'good')

  await api.as(ada).call(billing.refresh)

  expect((await api.as(ada).call(billing.status)).body.plan).toBe('free')
})

async function eventsInReadme() {
  const readme = await readFile(join(import.meta.dirname, '../../../../../README.md'), 'utf8')
  return [...readme.matchAll(/`((?:checkout|customer|invoice|subscription_schedule)\.[\w.]+)`/g)].map(
    ([, name]) => name,
  )
}

function signedFor(ctx: AppContext, payload: string) {
  return { signature: signatureOf(payload, ctx.payments.webhookSecret) }
}

function permutations<T>(things: T[]): T[][] {
  if (things.length === 0) return [[]]
  return things.flatMap((thing, i) => permutations(things.toSpliced(i, 1)).map((rest) => [thing, ...rest]))
}
