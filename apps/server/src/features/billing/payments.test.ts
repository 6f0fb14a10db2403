import { billing, PLANS } from '@portico/contract'
import { expect, test } from '../../../test/fixtures.ts'
import {
  advanceStripeClock,
  CARDS,
  freeStatusAfter,
  readStripeTime,
  readSubscription,
  readSyncedStatus,
  submitStripePage,
  subscribe,
} from '../../../test/subscriptions.ts'
import { syncAccount } from './sync.service.ts'

test('reports the last charge: nothing for a trial, then each month', async ({ ctx, api, given }) => {
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
  expect(Date.parse(paid.currentPeriodEnd ?? '')).toBeGreaterThan(Date.parse(onTrial.currentPeriodEnd ?? ''))
  expect(unpaid).toMatchObject({ subscriptionStatus: 'past_due', lastCharge: null })
  expect(free.lastCharge).toBeNull()
})

test('renews a trial with a card, reports a late payment, and recovers when it is paid', async ({
  ctx,
  api,
  given,
}) => {
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

test('moves to the free plan with reason and date when Stripe gives up on a payment', async ({
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
  // Seven days of trial, then fifteen days of retries.
  const ago = (await readStripeTime(ctx)) - Date.parse(after.ended?.at ?? '')
  expect(ago / 86_400_000).toBeCloseTo(2, 1)
})
