import { billing, PLANS } from '@portico/contract'
import { expect, test } from '../../../test/fixtures.ts'
import { findCustomerId } from '../../../test/stripe-events.ts'
import {
  advanceStripeClock,
  CARDS,
  FREE_STATUS,
  freeStatusAfter,
  readStripeTime,
  readSubscription,
  readSyncedStatus,
  submitStripePage,
  subscribe,
} from '../../../test/subscriptions.ts'
import { syncAccount } from './sync.service.ts'

test('a new account is on the free plan', async ({ api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })

  expect((await api.as(ada).call(billing.status)).body).toEqual(FREE_STATUS)
})

test('the first paid plan begins with a trial that needs no card', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  const { body: preview } = await api.as(ada).call(billing.preview, { body: { plan: 'pro' } })
  const { body } = await api.as(ada).call(billing.checkout, { body: { plan: 'pro' } })

  const before = await readSyncedStatus(ctx, api, ada)
  await submitStripePage(ctx, body.url, { card: CARDS.none })
  const after = await readSyncedStatus(ctx, api, ada)

  expect(preview).toMatchObject({ trialDays: 7, dueNow: 0, monthly: 800 })
  expect(body.url).toMatch(new RegExp(`^${ctx.config.publicUrl}/dev/stripe/checkout/cs_test_\\w+$`))
  expect(before).toEqual(FREE_STATUS)
  expect(after).toMatchObject({ plan: 'pro', subscriptionStatus: 'active', cancelAtPeriodEnd: false })
  expect(after.trialEndsAt).toBe(after.currentPeriodEnd)
  expect(Date.parse(after.trialEndsAt ?? '') - (await readStripeTime(ctx))).toBeCloseTo(7 * 86_400_000, -5)
})

test('the status says what Stripe charged last: nothing for a trial, then each month', async ({
  ctx,
  api,
  given,
}) => {
  const ada = await given.freelancer({ plan: 'free' })
  const tom = await given.freelancer({ plan: 'free' })

  await subscribe(ctx, ada, 'pro', 'good')
  await subscribe(ctx, tom, 'pro', 'failsLater')
  const onTrial = await readSyncedStatus(ctx, api, ada)
  await advanceStripeClock(ctx, 8)
  const paid = await readSyncedStatus(ctx, api, ada)
  const unpaid = await readSyncedStatus(ctx, api, tom)
  const { body: free } = await api.as(ada).call(billing.downgrade)

  expect(onTrial.lastCharge).toMatchObject({ amount: 0 })
  expect(paid.lastCharge).toMatchObject({ amount: PLANS.pro.monthlyPence })
  expect(paid.lastCharge?.amount).toBe((await readSubscription(ctx, ada.id))?.paid)
  expect(Date.parse(paid.lastCharge?.at ?? '')).toBeGreaterThan(Date.parse(onTrial.lastCharge?.at ?? ''))
  expect(unpaid).toMatchObject({ subscriptionStatus: 'past_due', lastCharge: null })
  expect(free.lastCharge).toBeNull()
})

test('Stripe is asked for our price, by our customer, with our addresses', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })

  const { body } = await api.as(ada).call(billing.checkout, { body: { plan: 'pro' } })

  const stripe = await ctx.payments.stripe()
  const session = await stripe.checkout.sessions.retrieve(body.url.split('/').at(-1) ?? '', {
    expand: ['customer'],
  })
  expect(session).toMatchObject({
    customer: { id: await findCustomerId(ctx, ada), email: ada.email, name: ada.name },
    client_reference_id: ada.id,
    success_url: `${ctx.config.publicUrl}/billing-success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${ctx.config.publicUrl}/billing-cancelled`,
  })
  await submitStripePage(ctx, body.url, { card: CARDS.good })
  const [bought] = (await stripe.subscriptions.list({ customer: await findCustomerId(ctx, ada) })).data
  expect(bought?.items.data.map(({ price, quantity }) => ({ ...price, quantity }))).toMatchObject([
    { lookup_key: 'portico_pro_monthly', currency: 'gbp', unit_amount: PLANS.pro.monthlyPence, quantity: 1 },
  ])
  expect(bought?.metadata).toEqual({ freelancer: ada.id })
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

  await advanceStripeClock(ctx, 8)

  expect(await readSyncedStatus(ctx, api, ada)).toEqual(freeStatusAfter('starter', 'trial_ended'))
})

test('there is one trial for an account', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'starter')
  await api.as(ada).call(billing.downgrade)

  const { body: preview } = await api.as(ada).call(billing.preview, { body: { plan: 'pro' } })
  const { body } = await api.as(ada).call(billing.checkout, { body: { plan: 'pro' } })
  const withoutCard = await submitStripePage(ctx, body.url, { card: CARDS.none })
  const declined = await submitStripePage(ctx, body.url, { card: CARDS.declined })
  const between = await readSyncedStatus(ctx, api, ada)
  await submitStripePage(ctx, body.url, { card: CARDS.good })
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

  await advanceStripeClock(ctx, 8)
  const late = await readSyncedStatus(ctx, api, ada)
  const { body } = await api.as(ada).call(billing.portal)
  await submitStripePage(ctx, `${body.url}/card`, { card: CARDS.good })
  await advanceStripeClock(ctx, 3)
  await syncAccount(ctx, ada.id)

  expect(late).toMatchObject({ plan: 'pro', subscriptionStatus: 'past_due', trialEndsAt: null })
  expect((await api.as(ada).call(billing.status)).body).toMatchObject({
    plan: 'pro',
    subscriptionStatus: 'active',
  })
})

test('when Stripe gives up, the account is free, and knows why and since when', async ({
  ctx,
  api,
  given,
}) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'pro', 'failsLater')

  await advanceStripeClock(ctx, 8)
  await advanceStripeClock(ctx, 16)
  const after = await readSyncedStatus(ctx, api, ada)

  expect(after).toEqual(freeStatusAfter('pro', 'payment_failed'))
  // Seven days of trial, and fifteen in which it was tried again.
  const ago = (await readStripeTime(ctx)) - Date.parse(after.ended?.at ?? '')
  expect(ago / 86_400_000).toBeCloseTo(2, 1)
})

test('a change between paid plans is priced to the day, confirmed on Stripe’s page, and made on the same subscription', async ({
  ctx,
  api,
  given,
}) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'pro', 'good')
  await advanceStripeClock(ctx, 20)
  const before = await readSubscription(ctx, ada.id)

  const { body: preview } = await api.as(ada).call(billing.preview, { body: { plan: 'enterprise' } })
  const { body } = await api.as(ada).call(billing.checkout, { body: { plan: 'enterprise' } })
  const untouched = (await readSyncedStatus(ctx, api, ada)).plan
  await submitStripePage(ctx, `${body.url}/confirm`)
  await syncAccount(ctx, ada.id)

  const after = await readSubscription(ctx, ada.id)
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
  await submitStripePage(ctx, `${body.url}/confirm`)
  const after = await readSyncedStatus(ctx, api, ada)

  expect(preview).toMatchObject({ dueNow: 0, credit: 0, monthly: 500 })
  expect(after).toEqual({ ...before, plan: 'starter' })
})

test('what is left of a dearer plan is shown as credit', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'enterprise', 'good')
  await advanceStripeClock(ctx, 8)

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
  await advanceStripeClock(ctx, 8)

  expect([said.body.message, again.status]).toEqual(['Subscription canceled successfully', 200])
  expect(pending).toMatchObject({
    plan: 'pro',
    cancelAtPeriodEnd: true,
    currentPeriodEnd: expect.any(String),
  })
  expect(change).toMatchObject({ status: 409, body: { code: 'SUBSCRIPTION_ENDING' } })
  expect(resumed).toEqual({ ...pending, cancelAtPeriodEnd: false })
  const ended = await readSyncedStatus(ctx, api, ada)
  expect(ended).toEqual(freeStatusAfter('pro', 'cancelled'))
  expect(ended.ended?.at).toBe(pending.currentPeriodEnd)
})
