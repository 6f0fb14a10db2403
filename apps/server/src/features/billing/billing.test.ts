import { billing } from '@portico/contract'
import { expect, test } from '../../../test/fixtures.ts'
import {
  advanceStripeClock,
  FREE_STATUS,
  freeStatusAfter,
  readSyncedStatus,
  subscribe,
} from '../../../test/subscriptions.ts'

test('puts a new account on the free plan', async ({ api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })

  expect((await api.as(ada).call(billing.status)).body).toEqual(FREE_STATUS)
})

test('keeps the plan until the end of a cancelled period, unless resumed', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'pro', 'good')

  const cancelled = await api.as(ada).call(billing.cancel)
  const repeated = await api.as(ada).call(billing.cancel)
  const { body: pending } = await api.as(ada).call(billing.status)
  const change = await api.as(ada).send(billing.checkout, { body: { plan: 'enterprise' } })
  await api.as(ada).call(billing.resume)
  const { body: resumed } = await api.as(ada).call(billing.status)
  await api.as(ada).call(billing.cancel)
  await advanceStripeClock(ctx, 8)

  expect([cancelled.body.message, repeated.status]).toEqual(['Subscription canceled successfully', 200])
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
