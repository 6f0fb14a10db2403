import { billing } from '@portico/contract'
import { expect, test } from '../../../test/fixtures.ts'
import {
  advanceStripeClock,
  CARDS,
  FREE_STATUS,
  freeStatusAfter,
  readStripeTime,
  readSyncedStatus,
  submitStripePage,
  subscribe,
} from '../../../test/subscriptions.ts'
import { syncAccount } from './sync.service.ts'

test('starts the first paid plan with a trial that needs no card', async ({ ctx, api, given }) => {
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

test('ends a trial without a card on the free plan', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'starter')

  await advanceStripeClock(ctx, 8)

  expect(await readSyncedStatus(ctx, api, ada)).toEqual(freeStatusAfter('starter', 'trial_ended'))
})

test('gives an account one trial', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'starter')
  await api.as(ada).call(billing.downgrade)

  const { body: preview } = await api.as(ada).call(billing.preview, { body: { plan: 'pro' } })
  const { body } = await api.as(ada).call(billing.checkout, { body: { plan: 'pro' } })
  const withoutCard = await submitStripePage(ctx, body.url, { card: CARDS.none })
  const declined = await submitStripePage(ctx, body.url, { card: CARDS.declined })
  const declinedStatus = await readSyncedStatus(ctx, api, ada)
  await submitStripePage(ctx, body.url, { card: CARDS.good })
  await syncAccount(ctx, ada.id)

  expect(preview).toMatchObject({ trialDays: 0, dueNow: 800 })
  expect(
    [await withoutCard.text(), await declined.text()].every((page) => page.includes('was declined')),
  ).toBe(true)
  expect(declinedStatus.plan).toBe('free')
  expect((await api.as(ada).call(billing.status)).body).toMatchObject({ plan: 'pro', trialEndsAt: null })
})

test('keeps the trial at no cost when the plan changes during it', async ({ ctx, api, given }) => {
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
