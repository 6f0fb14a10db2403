import { billing, clients, dashboard, type PaidPlan, PLANS, paidPlanNames } from '@portico/contract'
import { onTestFinished } from 'vitest'
import { expect, test } from '../../../test/fixtures.ts'
import type { FreelancerPerson } from '../../../test/given.ts'
import { customerOf } from '../../../test/stripe-events.ts'
import { CARDS, daysPass, pressOn, subscribe } from '../../../test/subscriptions.ts'
import type { AppContext } from '../../platform/context.ts'
import { checkSubscriptions } from './nightly.ts'
import { syncAccount } from './sync.service.ts'

const FREE = {
  plan: 'free',
  subscriptionStatus: 'active',
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  trialEndsAt: null,
}

test('a new account is on the free plan', async ({ api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })

  expect((await api.as(ada).call(billing.status)).body).toEqual(FREE)
})

test('the first paid plan begins with a trial that needs no card', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  const { body: preview } = await api.as(ada).call(billing.preview, { body: { plan: 'pro' } })
  const { body } = await api.as(ada).call(billing.checkout, { body: { plan: 'pro' } })

  const before = await fresh(ctx, api, ada)
  await pressOn(ctx, body.url, { card: CARDS.none })
  const after = await fresh(ctx, api, ada)

  expect(preview).toMatchObject({ trialDays: 7, dueNow: 0, monthly: 800 })
  expect(body.url).toMatch(new RegExp(`^${ctx.config.publicUrl}/dev/stripe/checkout/cs_test_\\w+$`))
  expect(before).toEqual(FREE)
  expect(after).toMatchObject({ plan: 'pro', subscriptionStatus: 'active', cancelAtPeriodEnd: false })
  expect(after.trialEndsAt).toBe(after.currentPeriodEnd)
  expect(Date.parse(after.trialEndsAt ?? '') - (await stripeNow(ctx))).toBeCloseTo(7 * 86_400_000, -5)
})

test('Stripe is asked for our price, by our customer, with our addresses', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })

  const { body } = await api.as(ada).call(billing.checkout, { body: { plan: 'pro' } })

  const stripe = await ctx.payments.stripe()
  const session = await stripe.checkout.sessions.retrieve(body.url.split('/').at(-1) ?? '', {
    expand: ['customer'],
  })
  expect(session).toMatchObject({
    customer: { id: await customerOf(ctx, ada), email: ada.email, name: ada.name },
    client_reference_id: ada.id,
    success_url: `${ctx.config.publicUrl}/billing-success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${ctx.config.publicUrl}/billing-cancelled`,
  })
})

test.for(['free', 'gold', 'PRO', '', null, [], ['pro'], 1])(
  'a plan called %j cannot be bought',
  async (plan, { api, given }) => {
    const ada = await given.freelancer({ plan: 'free' })

    const reply = await api.as(ada).send(billing.checkout, { body: { plan } })

    expect(reply).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', fields: { plan: expect.any(String) } },
    })
  },
)

test('without a card the account is free again when the trial ends', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'starter')

  await daysPass(ctx, 8)

  expect(await fresh(ctx, api, ada)).toEqual(FREE)
})

test('there is one trial for an account', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'starter')
  await api.as(ada).call(billing.downgrade)

  const { body: preview } = await api.as(ada).call(billing.preview, { body: { plan: 'pro' } })
  const { body } = await api.as(ada).call(billing.checkout, { body: { plan: 'pro' } })
  const withoutCard = await pressOn(ctx, body.url, { card: CARDS.none })
  const declined = await pressOn(ctx, body.url, { card: CARDS.declined })
  const between = await fresh(ctx, api, ada)
  await pressOn(ctx, body.url, { card: CARDS.good })
  await syncAccount(ctx, ada.id)

  expect(preview).toMatchObject({ trialDays: 0, dueNow: 800 })
  expect(
    [await withoutCard.text(), await declined.text()].every((page) => page.includes('was declined')),
  ).toBe(true)
  expect(between.plan).toBe('free')
  expect((await api.as(ada).call(billing.status)).body).toMatchObject({ plan: 'pro', trialEndsAt: null })
})

test('a trial with a card is paid, renewed, past due, and paid again', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'pro', 'failsLater')

  await daysPass(ctx, 8)
  const late = await fresh(ctx, api, ada)
  const { body } = await api.as(ada).call(billing.portal)
  await pressOn(ctx, `${body.url}/card`, { card: CARDS.good })
  await daysPass(ctx, 3)
  await syncAccount(ctx, ada.id)

  expect(late).toMatchObject({ plan: 'pro', subscriptionStatus: 'past_due', trialEndsAt: null })
  expect((await api.as(ada).call(billing.status)).body).toMatchObject({
    plan: 'pro',
    subscriptionStatus: 'active',
  })
})

test('when Stripe gives up, the account is free', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'pro', 'failsLater')

  await daysPass(ctx, 8)
  await daysPass(ctx, 16)

  expect(await fresh(ctx, api, ada)).toEqual(FREE)
})

test('a change between paid plans is priced to the day, confirmed on Stripe’s page, and made on the same subscription', async ({
  ctx,
  api,
  given,
}) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'pro', 'good')
  await daysPass(ctx, 20)
  const before = await subscriptionOf(ctx, ada.id)

  const { body: preview } = await api.as(ada).call(billing.preview, { body: { plan: 'enterprise' } })
  const { body } = await api.as(ada).call(billing.checkout, { body: { plan: 'enterprise' } })
  const untouched = (await fresh(ctx, api, ada)).plan
  await pressOn(ctx, `${body.url}/confirm`)
  await syncAccount(ctx, ada.id)

  const after = await subscriptionOf(ctx, ada.id)
  expect(preview.dueNow).toBeGreaterThan(0)
  expect(preview.dueNow).toBeLessThan(400)
  expect(untouched).toBe('pro')
  expect(after).toMatchObject({ id: before?.id, count: 1, paid: preview.dueNow })
  expect((await api.as(ada).call(billing.status)).body.plan).toBe('enterprise')
})

test('a change during the trial keeps the trial, and costs nothing', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'pro')
  const { body: before } = await api.as(ada).call(billing.status)

  const { body: preview } = await api.as(ada).call(billing.preview, { body: { plan: 'starter' } })
  const { body } = await api.as(ada).call(billing.checkout, { body: { plan: 'starter' } })
  await pressOn(ctx, `${body.url}/confirm`)
  const after = await fresh(ctx, api, ada)

  expect(preview).toMatchObject({ dueNow: 0, credit: 0, monthly: 500 })
  expect(after).toEqual({ ...before, plan: 'starter' })
})

test('what is left of a dearer plan is shown as credit', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'enterprise', 'good')
  await daysPass(ctx, 8)

  const { body } = await api.as(ada).call(billing.preview, { body: { plan: 'starter' } })

  expect(body.dueNow).toBe(0)
  expect(body.credit).toBeGreaterThan(600)
})

test('a cancellation keeps everything until the end, can be taken back, and ends then', async ({
  ctx,
  api,
  given,
}) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'pro', 'good')

  const said = await api.as(ada).call(billing.cancel)
  const again = await api.as(ada).call(billing.cancel)
  const { body: pending } = await api.as(ada).call(billing.status)
  const change = await api.as(ada).send(billing.checkout, { body: { plan: 'enterprise' } })
  await api.as(ada).call(billing.resume)
  const { body: resumed } = await api.as(ada).call(billing.status)
  await api.as(ada).call(billing.cancel)
  await daysPass(ctx, 8)

  expect([said.body.message, again.status]).toEqual(['Subscription canceled successfully', 200])
  expect(pending).toMatchObject({
    plan: 'pro',
    cancelAtPeriodEnd: true,
    currentPeriodEnd: expect.any(String),
  })
  expect(change).toMatchObject({ status: 409, body: { code: 'SUBSCRIPTION_ENDING' } })
  expect(resumed).toEqual({ ...pending, cancelAtPeriodEnd: false })
  expect(await fresh(ctx, api, ada)).toEqual(FREE)
})

test('what cannot be is refused, and changes nothing', async ({ ctx, api, given }) => {
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
  expect((await api.as(free).call(billing.downgrade)).body).toEqual(FREE)
})

test('who goes back to free keeps every client and adds none', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'pro', 'good')
  for (let n = 0; n < 5; n++) await given.client(ada)

  const { body } = await api.as(ada).call(billing.downgrade)

  const { body: summary } = await api.as(ada).call(dashboard.summary)
  expect(body).toEqual(FREE)
  expect(summary.clients).toEqual({ used: 5, limit: 1, remaining: 0 })
  expect(await api.as(ada).send(clients.create, { body: given.newClient() })).toMatchObject({
    status: 403,
    body: { code: 'CLIENT_LIMIT_REACHED' },
  })
  expect((await api.as(ada).call(clients.list)).body.clients).toHaveLength(5)
  expect(await subscriptionOf(ctx, ada.id)).toMatchObject({ status: 'canceled' })
})

test('five checkouts at once are one, and two subscriptions never are', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  const begin = (plan: PaidPlan) => api.as(ada).call(billing.checkout, { body: { plan } })

  const same = await Promise.all([1, 2, 3, 4, 5].map(() => begin('pro')))
  const different = await Promise.all(([...paidPlanNames, 'pro', 'starter'] as const).map(begin))
  const urls = new Set([...same, ...different].map(({ body }) => body.url))
  await Promise.all([...urls].map((url) => pressOn(ctx, url, { card: CARDS.good })))
  await syncAccount(ctx, ada.id)

  expect(new Set(same.map(({ body }) => body.url)).size).toBe(1)
  expect(await subscriptionOf(ctx, ada.id)).toMatchObject({ count: 1, status: 'trialing' })
})

test('with Stripe down nothing is half done, and it says so', async ({ ctx, api, given }) => {
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
  const { body: meanwhile } = await api.as(ada).call(billing.status)
  stripe?.fail(null)

  expect(meanwhile).toMatchObject({ plan: 'pro', subscriptionStatus: 'active', cancelAtPeriodEnd: false })
  expect((await api.as(ada).call(billing.downgrade)).body).toEqual(FREE)
})

test('every night each paying account is held to what Stripe says', async ({ ctx, api, given }) => {
  const lost = await given.freelancer({ plan: 'free' })
  const fine = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, lost, 'pro', 'failsLater')
  await subscribe(ctx, fine, 'enterprise', 'good')
  await daysPass(ctx, 24)

  await checkSubscriptions(ctx)

  expect((await api.as(lost).call(billing.status)).body).toEqual(FREE)
  expect((await api.as(fine).call(billing.status)).body).toMatchObject({ plan: 'enterprise' })
})

test('whoever was given a plan keeps it until Stripe says something', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'pro' })

  await api.as(ada).call(billing.checkout, { body: { plan: 'enterprise' } })
  await checkSubscriptions(ctx)
  const { body: before } = await api.as(ada).call(billing.status)
  const { body: after } = await api.as(ada).call(billing.downgrade)

  expect(before.plan).toBe('pro')
  expect(after).toEqual(FREE)
})

test('the summary and the status agree', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  for (const plan of paidPlanNames) {
    const { body } = await api.as(ada).call(billing.checkout, { body: { plan } })
    const stripe = (await api.as(ada).call(billing.status)).body.plan === 'free'
    await pressOn(ctx, stripe ? body.url : `${body.url}/confirm`, { card: CARDS.good })
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

async function subscriptionOf(ctx: AppContext, id: string) {
  const stripe = await ctx.payments.stripe()
  const customer = await customerOf(ctx, { id })
  const { data } = await stripe.subscriptions.list({ customer, status: 'all' })
  const [invoice] = (await stripe.invoices.list({ customer })).data
  return data[0] && { id: data[0].id, status: data[0].status, count: data.length, paid: invoice?.amount_paid }
}

interface Api {
  as(person: FreelancerPerson): {
    call(endpoint: typeof billing.status): Promise<{ body: billing.BillingStatus }>
  }
}

/** As after a webhook. */
async function fresh(ctx: AppContext, api: Api, person: FreelancerPerson) {
  await syncAccount(ctx, person.id)
  return (await api.as(person).call(billing.status)).body
}

async function stripeNow(ctx: AppContext) {
  const stripe = await ctx.payments.stripe()
  const [clock] = (await stripe.testHelpers.testClocks.list()).data
  return (clock?.frozen_time ?? 0) * 1_000
}
