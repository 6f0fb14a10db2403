import { billing, clients, dashboard, type PaidPlan, PLANS, paidPlanNames } from '@portico/contract'
import type Stripe from 'stripe'
import { onTestFinished } from 'vitest'
import { expect, test } from '../../../test/fixtures.ts'
import {
  advanceStripeClock,
  CARDS,
  FREE_STATUS,
  freeStatusAfter,
  readSubscription,
  submitStripePage,
  subscribe,
} from '../../../test/subscriptions.ts'
import { checkSubscriptions } from './subscription-check.ts'
import { syncAccount } from './sync.service.ts'

test('refuses cancelling without a subscription and buying the current plan', async ({ ctx, api, given }) => {
  const free = await given.freelancer({ plan: 'free' })
  const pro = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, pro, 'pro')

  expect(await api.as(free).send(billing.cancel)).toMatchObject({
    status: 409,
    body: { code: 'NO_SUBSCRIPTION' },
  })
  expect(await api.as(free).send(billing.resume)).toMatchObject({
    status: 409,
    body: { code: 'NO_SUBSCRIPTION' },
  })
  expect(await api.as(pro).send(billing.checkout, { body: { plan: 'pro' } })).toMatchObject({
    status: 409,
    body: { code: 'PLAN_HELD', message: 'You are on the Pro plan already.' },
  })
  expect((await api.as(free).call(billing.downgrade)).body).toEqual(FREE_STATUS)
})

test('keeps all clients and adds none after going back to free', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'pro', 'good')
  for (let n = 0; n < 5; n++) await given.client(ada)

  const { body } = await api.as(ada).call(billing.downgrade)

  const { body: summary } = await api.as(ada).call(dashboard.summary)
  // Somebody who downgrades needs no notice about it.
  expect(body).toEqual(freeStatusAfter('pro', 'ended_early', { dismissed: true }))
  expect(summary.clients).toEqual({ used: 5, limit: 1, remaining: 0 })
  expect(await api.as(ada).send(clients.create, { body: given.newClient() })).toMatchObject({
    status: 403,
    body: { code: 'CLIENT_LIMIT_REACHED' },
  })
  expect((await api.as(ada).call(clients.list)).body.clients).toHaveLength(5)
  expect(await readSubscription(ctx, ada.id)).toMatchObject({ status: 'canceled' })
})

test('creates one checkout and one subscription from concurrent checkouts', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  const begin = (plan: PaidPlan) => api.as(ada).call(billing.checkout, { body: { plan } })

  const same = await Promise.all([1, 2, 3, 4, 5].map(() => begin('pro')))
  const different = await Promise.all(([...paidPlanNames, 'pro', 'starter'] as const).map(begin))
  const urls = new Set([...same, ...different].map(({ body }) => body.url))
  await Promise.all([...urls].map((url) => submitStripePage(ctx, url, { card: CARDS.good })))
  await syncAccount(ctx, ada.id)

  expect(new Set(same.map(({ body }) => body.url)).size).toBe(1)
  expect(await readSubscription(ctx, ada.id)).toMatchObject({ count: 1, status: 'trialing' })
})

test('returns 503 and changes nothing while Stripe is down', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'pro', 'good')
  const stripe = await ctx.payments.simulator()
  onTestFinished(() => stripe?.fail(null))

  stripe?.fail('errors')
  for (const endpoint of [billing.downgrade, billing.cancel, billing.resume, billing.portal]) {
    expect(await api.as(ada).send(endpoint), endpoint.url).toMatchObject({
      status: 503,
      body: { code: 'STRIPE_AWAY' },
    })
  }
  expect(await api.as(ada).send(billing.checkout, { body: { plan: 'starter' } })).toMatchObject({
    status: 503,
  })
  const { body: duringOutage } = await api.as(ada).call(billing.status)
  stripe?.fail(null)

  expect(duringOutage).toMatchObject({ plan: 'pro', subscriptionStatus: 'active', cancelAtPeriodEnd: false })
  expect((await api.as(ada).call(billing.downgrade)).body.plan).toBe('free')
})

test('returns 503 while Stripe is silent', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'pro', 'good')
  const stripe = await ctx.payments.simulator()
  onTestFinished(() => stripe?.fail(null))

  stripe?.fail('silence')

  expect(await api.as(ada).send(billing.portal)).toMatchObject({ status: 503, body: { code: 'STRIPE_AWAY' } })
})

test('sends every change to Stripe with an idempotency key of its own', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  const stripe = await ctx.payments.stripe()
  const sent: { call: string; key: string }[] = []
  const record = ({ method, path, idempotency_key: key }: Stripe.RequestEvent) => {
    if (method !== 'GET') sent.push({ call: `${method} ${path}`, key: key ?? '' })
  }
  stripe.on('request', record)
  onTestFinished(() => stripe.off('request', record))

  await api.as(ada).call(billing.checkout, { body: { plan: 'starter' } })
  const { body } = await api.as(ada).call(billing.checkout, { body: { plan: 'pro' } })
  await submitStripePage(ctx, body.url, { card: CARDS.good })
  await api.as(ada).call(billing.refresh)
  await api.as(ada).call(billing.preview, { body: { plan: 'starter' } })
  for (const endpoint of [billing.cancel, billing.resume, billing.cancel, billing.resume, billing.portal])
    await api.as(ada).call(endpoint)
  await api.as(ada).call(billing.scheduleChange, { body: { plan: 'starter' } })
  await api.as(ada).call(billing.resume)
  await api.as(ada).call(billing.downgrade)

  // A preview and the address of a page change nothing.
  const reads = ['POST /v1/invoices/create_preview', 'POST /v1/billing_portal/sessions']
  const changes = sent.filter(({ call }) => !reads.includes(call))
  expect(changes.map(({ call }) => call.replace(/\w+_\w{14,}/, ':id'))).toEqual([
    'POST /v1/customers',
    'POST /v1/checkout/sessions',
    'POST /v1/checkout/sessions/:id/expire',
    'POST /v1/checkout/sessions',
    ...Array(4).fill('POST /v1/subscriptions/:id'),
    'POST /v1/subscription_schedules',
    'POST /v1/subscription_schedules/:id',
    'POST /v1/subscription_schedules/:id/release',
    'DELETE /v1/subscriptions/:id',
  ])
  for (const { key } of changes) expect(key).toMatch(new RegExp(`^portico:${ada.id}:\\d+:`))
  expect(new Set(changes.map(({ key }) => key)).size).toBe(changes.length)
})

test('checks every paying account against Stripe each night', async ({ ctx, api, given }) => {
  const lost = await given.freelancer({ plan: 'free' })
  const fine = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, lost, 'pro', 'failsLater')
  await subscribe(ctx, fine, 'enterprise', 'good')
  await advanceStripeClock(ctx, 24)

  await checkSubscriptions(ctx)

  expect((await api.as(lost).call(billing.status)).body).toEqual(freeStatusAfter('pro', 'payment_failed'))
  expect((await api.as(fine).call(billing.status)).body).toMatchObject({ plan: 'enterprise' })
})

test('keeps a plan that was given by hand until its account buys or downgrades', async ({
  ctx,
  api,
  given,
}) => {
  const ada = await given.freelancer({ plan: 'pro' })

  await api.as(ada).call(billing.checkout, { body: { plan: 'enterprise' } })
  await checkSubscriptions(ctx)
  const { body: before } = await api.as(ada).call(billing.status)
  const { body: after } = await api.as(ada).call(billing.downgrade)

  expect(before.plan).toBe('pro')
  expect(after).toEqual(FREE_STATUS)
})

test('reports the same plan in the summary and the status', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  for (const plan of paidPlanNames) {
    const { body } = await api.as(ada).call(billing.checkout, { body: { plan } })
    const isFirst = (await api.as(ada).call(billing.status)).body.plan === 'free'
    await submitStripePage(ctx, isFirst ? body.url : `${body.url}/confirm`, { card: CARDS.good })
    await syncAccount(ctx, ada.id)

    const [status, summary] = await Promise.all([
      api.as(ada).call(billing.status),
      api.as(ada).call(dashboard.summary),
    ])
    expect(status.body.plan).toBe(plan)
    expect(summary.body).toMatchObject({
      plan,
      subscriptionStatus: status.body.subscriptionStatus,
      clients: { limit: PLANS[plan].clientLimit },
    })
  }
})

test('starts over for a customer that Stripe no longer knows', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'pro', 'good')
  await ctx.db
    .updateTable('billing_account')
    .set({ customer_id: `cus_gone_${ada.id}`, checkout_session_id: 'cs_test_gone', checkout_plan: 'starter' })
    .where('workspace_id', '=', ada.id)
    .execute()

  await checkSubscriptions(ctx)
  const { body: before } = await api.as(ada).call(billing.status)
  const { body } = await api.as(ada).call(billing.checkout, { body: { plan: 'starter' } })
  await submitStripePage(ctx, body.url, { card: CARDS.good })
  await syncAccount(ctx, ada.id)

  expect(before.plan).toBe('pro')
  expect((await api.as(ada).call(billing.status)).body.plan).toBe('starter')
  expect((await api.as(ada).call(billing.portal)).status).toBe(200)
})
