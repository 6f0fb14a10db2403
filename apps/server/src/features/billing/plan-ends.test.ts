import { billing, type PaidPlan } from '@portico/contract'
import type Stripe from 'stripe'
import { describe, onTestFinished } from 'vitest'
import { expect, test } from '../../../test/fixtures.ts'
import {
  advanceStripeClock,
  CARDS,
  FREE_STATUS,
  freeStatusAfter,
  readSyncedStatus,
  submitStripePage,
  subscribe,
} from '../../../test/subscriptions.ts'
import { findLastEndedPlan } from './ended-plan.ts'
import { syncAccount } from './sync.service.ts'

test('reports an ended plan until it is dismissed, and the end of the next plan again', async ({
  ctx,
  api,
  given,
}) => {
  const ada = await given.freelancer({ plan: 'free' })
  const other = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'starter')
  await subscribe(ctx, other, 'starter')
  await advanceStripeClock(ctx, 8)
  await syncAccount(ctx, other.id)

  const { body: early } = await api.as(ada).call(billing.dismissEnd)
  const reported = await readSyncedStatus(ctx, api, ada)
  const { body: dismissed } = await api.as(ada).call(billing.dismissEnd)
  const { body: twice } = await api.as(ada).call(billing.dismissEnd)
  const still = await readSyncedStatus(ctx, api, ada)
  const { body } = await api.as(ada).call(billing.checkout, { body: { plan: 'pro' } })
  await submitStripePage(ctx, body.url, { card: CARDS.good })
  const bought = await readSyncedStatus(ctx, api, ada)
  await api.as(ada).call(billing.cancel)
  await advanceStripeClock(ctx, 32)

  expect(early).toMatchObject({ plan: 'starter', ended: null })
  expect(reported).toEqual(freeStatusAfter('starter', 'trial_ended'))
  expect([dismissed, twice, still]).toEqual(
    Array(3).fill(freeStatusAfter('starter', 'trial_ended', { dismissed: true })),
  )
  expect(bought).toMatchObject({ plan: 'pro', hasCard: true, ended: null })
  expect(await readSyncedStatus(ctx, api, ada)).toEqual(freeStatusAfter('pro', 'cancelled'))
  expect((await api.as(other).call(billing.status)).body).toEqual(freeStatusAfter('starter', 'trial_ended'))
})

test('notifies open pages of the dismissal', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  const notified: unknown[] = []
  const unsubscribe = ctx.live.subscribe((people) => notified.push(people))
  onTestFinished(() => void unsubscribe())

  const { body } = await api.as(ada).call(billing.dismissEnd)

  expect(body).toEqual(FREE_STATUS)
  expect(notified).toHaveLength(1)
})

test('gives non-payment as the reason when an unpaid plan ends during its cancellation', async ({
  ctx,
  api,
  given,
}) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'pro', 'failsLater')
  await advanceStripeClock(ctx, 8)
  await api.as(ada).call(billing.cancel)

  await advanceStripeClock(ctx, 16)

  expect(await readSyncedStatus(ctx, api, ada)).toEqual(freeStatusAfter('pro', 'payment_failed'))
})

test('reports whether a trial has a card, from the checkout or the portal', async ({ ctx, api, given }) => {
  const [none, later, once] = [
    await given.freelancer({ plan: 'free' }),
    await given.freelancer({ plan: 'free' }),
    await given.freelancer({ plan: 'free' }),
  ]
  await subscribe(ctx, none, 'pro')
  await subscribe(ctx, later, 'pro')
  await subscribe(ctx, once, 'pro', 'good')
  const cards = async () =>
    Promise.all([none, later, once].map(async (person) => (await readSyncedStatus(ctx, api, person)).hasCard))

  const before = await cards()
  const { body } = await api.as(later).call(billing.portal)
  await submitStripePage(ctx, `${body.url}/card`, { card: CARDS.good })
  const after = await cards()
  await advanceStripeClock(ctx, 8)

  expect(before).toEqual([false, false, true])
  expect(after).toEqual([false, true, true])
  expect((await readSyncedStatus(ctx, api, none)).plan).toBe('free')
  expect((await readSyncedStatus(ctx, api, later)).plan).toBe('pro')
})

/** Cases that the simulator does not produce. */
describe('the reason for an end at Stripe', () => {
  const DAY_SECONDS = 86_400
  const end = 1_800_000_000
  const price = (plan: PaidPlan) => ({ lookup_key: `portico_${plan}_monthly`, metadata: {} })
  const subscription = (part: object, plan: PaidPlan = 'pro') =>
    ({
      id: 'sub_1',
      status: 'canceled',
      created: end - 40 * DAY_SECONDS,
      ended_at: end,
      trial_end: null,
      cancel_at: null,
      cancel_at_period_end: false,
      cancellation_details: { reason: 'cancellation_requested' },
      items: { data: [{ price: price(plan), current_period_end: end + 5 * DAY_SECONDS }] },
      ...part,
    }) as unknown as Stripe.Subscription

  test.for([
    [{ cancellation_details: { reason: 'payment_disputed' } }, 'payment_disputed'],
    [{ status: 'unpaid', ended_at: null }, 'payment_failed'],
    [{ status: 'paused', ended_at: null, trial_end: end }, 'trial_ended'],
    [{ cancel_at: end }, 'cancelled'],
    [{ cancellation_details: null }, 'ended_early'],
    [{ cancellation_details: { reason: 'canceled_by_retention_policy' } }, 'ended_early'],
  ] as const)('%j is %s', ([part, reason]) => {
    expect(findLastEndedPlan([subscription(part)])?.reason).toBe(reason)
  })

  test('comes from the last ended subscription, or from one that is still unpaid', () => {
    const older = subscription({ id: 'sub_old', ended_at: end - DAY_SECONDS }, 'starter')
    const never = subscription({ id: 'sub_never', status: 'incomplete_expired', ended_at: end + DAY_SECONDS })
    const unpaid = subscription({ id: 'sub_unpaid', status: 'unpaid', ended_at: null }, 'enterprise')

    expect(findLastEndedPlan([never, older])).toMatchObject({
      plan: 'starter',
      at: new Date((end - DAY_SECONDS) * 1_000),
    })
    expect(findLastEndedPlan([older, subscription({})])).toMatchObject({
      subscriptionId: 'sub_1',
      plan: 'pro',
    })
    expect(findLastEndedPlan([older, unpaid, subscription({})])).toMatchObject({
      plan: 'enterprise',
      at: null,
    })
    expect(findLastEndedPlan([never])).toBeNull()
  })
})
