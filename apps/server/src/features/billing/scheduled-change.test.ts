import { billing } from '@portico/contract'
import { onTestFinished } from 'vitest'
import { expect, test } from '../../../test/fixtures.ts'
import { deliverWebhook, findCustomerId, listEvents } from '../../../test/stripe-events.ts'
import {
  advanceStripeClock,
  CARDS,
  findPriceId,
  freeStatusAfter,
  readSubscription,
  readSyncedStatus,
  scheduleAtStripe,
  submitStripePage,
  subscribe,
} from '../../../test/subscriptions.ts'
import type { AppContext } from '../../platform/context.ts'
import { syncAccount } from './sync.service.ts'

test('switches to a smaller plan at the end of the period, for its own price', async ({
  ctx,
  api,
  given,
}) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'pro', 'good')
  await advanceStripeClock(ctx, 20)
  const before = await readSyncedStatus(ctx, api, ada)

  const { body: scheduled } = await api.as(ada).call(billing.scheduleChange, { body: { plan: 'starter' } })
  const meanwhile = await readSyncedStatus(ctx, api, ada)
  await advanceStripeClock(ctx, 31)
  const after = await readSyncedStatus(ctx, api, ada)
  const bought = await readSubscription(ctx, ada.id)
  await advanceStripeClock(ctx, 31)

  expect(scheduled).toEqual({ ...before, nextPlan: 'starter' })
  expect(meanwhile).toEqual(scheduled)
  expect(after).toMatchObject({ plan: 'starter', subscriptionStatus: 'active', nextPlan: null })
  expect(bought).toMatchObject({ count: 1, paid: 500 })
  // The schedule is released after the first month of the new plan.
  expect(await readSyncedStatus(ctx, api, ada)).toMatchObject({ plan: 'starter', nextPlan: null })
  expect(await schedulesOf(ctx, ada)).toEqual(['released'])
})

test('takes back a scheduled change, and schedules another', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'enterprise', 'good')
  const choose = (plan: 'starter' | 'pro') => api.as(ada).call(billing.scheduleChange, { body: { plan } })

  await choose('starter')
  const { body: other } = await choose('pro')
  await choose('pro')
  await api.as(ada).call(billing.resume)
  const { body: back } = await api.as(ada).call(billing.status)
  await advanceStripeClock(ctx, 8)
  const stayed = await readSyncedStatus(ctx, api, ada)
  await choose('starter')

  expect(other.nextPlan).toBe('pro')
  expect(back).toMatchObject({ plan: 'enterprise', nextPlan: null })
  expect(stayed).toMatchObject({ plan: 'enterprise', nextPlan: null })
  expect((await api.as(ada).call(billing.status)).body.nextPlan).toBe('starter')
  expect(await schedulesOf(ctx, ada)).toEqual(['active', 'released'])
})

test('replaces a scheduled change by a cancellation, and ends it on going back to free', async ({
  ctx,
  api,
  given,
}) => {
  const [ada, ben] = [await given.freelancer({ plan: 'free' }), await given.freelancer({ plan: 'free' })]
  for (const person of [ada, ben]) {
    await subscribe(ctx, person, 'pro', 'good')
    await api.as(person).call(billing.scheduleChange, { body: { plan: 'starter' } })
  }

  await api.as(ada).call(billing.cancel)
  const { body: ending } = await api.as(ada).call(billing.status)
  const { body: ended } = await api.as(ben).call(billing.downgrade)
  await advanceStripeClock(ctx, 8)

  expect(ending).toMatchObject({ plan: 'pro', cancelAtPeriodEnd: true, nextPlan: null })
  expect(await readSyncedStatus(ctx, api, ada)).toEqual(freeStatusAfter('pro', 'cancelled'))
  expect(ended).toEqual(freeStatusAfter('pro', 'ended_early', { dismissed: true }))
  expect([await schedulesOf(ctx, ada), await schedulesOf(ctx, ben)]).toEqual([['released'], ['canceled']])
})

test('blocks another checkout until the scheduled change has happened', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'pro', 'good')
  await api.as(ada).call(billing.scheduleChange, { body: { plan: 'starter' } })

  const early = await api.as(ada).send(billing.checkout, { body: { plan: 'enterprise' } })
  await advanceStripeClock(ctx, 8)
  await syncAccount(ctx, ada.id)
  const { body } = await api.as(ada).call(billing.checkout, { body: { plan: 'enterprise' } })
  await submitStripePage(ctx, `${body.url}/confirm`)

  expect(early).toMatchObject({
    status: 409,
    body: {
      code: 'CHANGE_PENDING',
      message: 'Your Pro plan is set to change to Starter. Keep it first, then choose another plan.',
    },
  })
  expect(await readSyncedStatus(ctx, api, ada)).toMatchObject({ plan: 'enterprise', nextPlan: null })
})

test('refuses to schedule without a subscription, to the current plan, with a payment due or after a cancellation', async ({
  ctx,
  api,
  given,
}) => {
  const free = await given.freelancer({ plan: 'free' })
  const pro = await given.freelancer({ plan: 'free' })
  const late = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, pro, 'pro', 'good')
  await subscribe(ctx, late, 'pro', 'failsLater')
  await advanceStripeClock(ctx, 8)
  const choose = (person: typeof pro, plan: unknown) =>
    api.as(person).send(billing.scheduleChange, { body: { plan } })

  expect(await choose(free, 'starter')).toMatchObject({ status: 409, body: { code: 'NO_SUBSCRIPTION' } })
  expect(await choose(pro, 'pro')).toMatchObject({ status: 409, body: { code: 'PLAN_HELD' } })
  expect(await choose(pro, 'free')).toMatchObject({
    status: 400,
    body: { fields: { plan: expect.any(String) } },
  })
  expect(await choose(late, 'starter')).toMatchObject({ status: 409, body: { code: 'PAYMENT_DUE' } })
  await api.as(pro).call(billing.cancel)
  expect(await choose(pro, 'starter')).toMatchObject({ status: 409, body: { code: 'SUBSCRIPTION_ENDING' } })

  expect([await schedulesOf(ctx, pro), await schedulesOf(ctx, late)]).toEqual([[], []])
})

test('drops a scheduled change when a trial without a card ends', async ({ ctx, api, given }) => {
  const [none, good] = [await given.freelancer({ plan: 'free' }), await given.freelancer({ plan: 'free' })]
  await subscribe(ctx, none, 'pro')
  await subscribe(ctx, good, 'pro', 'good')
  for (const person of [none, good]) {
    const { body } = await api.as(person).call(billing.scheduleChange, { body: { plan: 'starter' } })
    expect(body.trialEndsAt).toBe(body.currentPeriodEnd)
  }

  await advanceStripeClock(ctx, 8)

  expect(await readSyncedStatus(ctx, api, none)).toEqual(freeStatusAfter('pro', 'trial_ended'))
  expect(await readSyncedStatus(ctx, api, good)).toMatchObject({ plan: 'starter', trialEndsAt: null })
  expect(await readSubscription(ctx, good.id)).toMatchObject({ paid: 500 })
})

test('completes a half-created schedule, also from concurrent requests', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'pro', 'good')
  const stripe = await ctx.payments.stripe()
  const id = (await readSubscription(ctx, ada.id))?.id ?? ''
  await stripe.subscriptionSchedules.create({ from_subscription: id })
  const untouched = await readSyncedStatus(ctx, api, ada)

  await Promise.all(
    [1, 2, 3].map(() => api.as(ada).call(billing.scheduleChange, { body: { plan: 'starter' } })),
  )

  expect(untouched).toMatchObject({ plan: 'pro', nextPlan: null })
  expect((await api.as(ada).call(billing.status)).body.nextPlan).toBe('starter')
  expect(await schedulesOf(ctx, ada)).toEqual(['active'])
})

test('applies a schedule made on Stripe’s pages by its event, and none while Stripe is down', async ({
  ctx,
  app,
  api,
  given,
}) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'pro', 'good')
  const simulator = await ctx.payments.simulator()
  onTestFinished(() => simulator?.fail(null))

  simulator?.fail('errors')
  const duringOutage = await api.as(ada).send(billing.scheduleChange, { body: { plan: 'starter' } })
  simulator?.fail(null)
  const { body: before } = await api.as(ada).call(billing.status)
  await scheduleAtStripe(ctx, (await readSubscription(ctx, ada.id))?.id ?? '', 'pro', 'starter')
  const event = (await listEvents(ctx, ada)).find(({ type }) => type === 'subscription_schedule.updated')
  expect(await deliverWebhook(app, event as object)).toBe(200)

  expect(duringOutage).toMatchObject({
    status: 503,
    body: {
      code: 'STRIPE_AWAY',
      message: 'Payments cannot be reached just now. Please try again in a moment.',
    },
  })
  expect(before.nextPlan).toBeNull()
  expect((await api.as(ada).call(billing.status)).body.nextPlan).toBe('starter')
})

test('cancels every subscription on going back to free, and a paused one on a new purchase', async ({
  ctx,
  api,
  given,
}) => {
  const [two, paused] = [await given.freelancer({ plan: 'free' }), await given.freelancer({ plan: 'free' })]
  for (const person of [two, paused]) await subscribe(ctx, person, 'pro', 'none')
  await addSubscriptionAtStripe(ctx, two, 'cancel')
  await api.as(paused).call(billing.downgrade)
  await addSubscriptionAtStripe(ctx, paused, 'pause')

  const { body } = await api.as(two).call(billing.downgrade)
  await advanceStripeClock(ctx, 2)
  const { body: checkout } = await api.as(paused).call(billing.checkout, { body: { plan: 'starter' } })
  await submitStripePage(ctx, checkout.url, { card: CARDS.good })

  expect(body).toEqual(freeStatusAfter('enterprise', 'ended_early', { dismissed: true }))
  expect(await statusesOf(ctx, two)).toEqual(['canceled', 'canceled'])
  expect(await readSyncedStatus(ctx, api, paused)).toMatchObject({ plan: 'starter' })
  expect(await statusesOf(ctx, paused)).toEqual(['active', 'canceled', 'canceled'])
})

/** As an operator does in Stripe's dashboard: a further subscription, with a trial of a day. */
async function addSubscriptionAtStripe(ctx: AppContext, person: { id: string }, missing: 'cancel' | 'pause') {
  const stripe = await ctx.payments.stripe()
  await stripe.subscriptions.create({
    customer: await findCustomerId(ctx, person),
    items: [{ price: await findPriceId(ctx, 'enterprise') }],
    trial_period_days: 1,
    trial_settings: { end_behavior: { missing_payment_method: missing } },
  })
}

async function schedulesOf(ctx: AppContext, person: { id: string }) {
  const stripe = await ctx.payments.stripe()
  const { data } = await stripe.subscriptionSchedules.list({ customer: await findCustomerId(ctx, person) })
  return data.map(({ status }) => status)
}

async function statusesOf(ctx: AppContext, person: { id: string }) {
  const stripe = await ctx.payments.stripe()
  const { data } = await stripe.subscriptions.list({
    customer: await findCustomerId(ctx, person),
    status: 'all',
  })
  return data.map(({ status }) => status)
}
