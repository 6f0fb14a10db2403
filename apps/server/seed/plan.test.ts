import { billing } from '@portico/contract'
import { expect, test } from '../test/fixtures.ts'
import { readSubscription } from '../test/subscriptions.ts'
import { subscribeToPro } from './plan.ts'

test('buys the demo account a paid plan that can be changed and cancelled', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })

  await subscribeToPro(ctx, ada)

  const { body } = await api.as(ada).call(billing.status)
  expect(body).toMatchObject({ plan: 'pro', subscriptionStatus: 'active', trialEndsAt: null })
  expect(Date.parse(body.currentPeriodEnd ?? '') - Date.now()).toBeGreaterThan(27 * 86_400_000)
  expect(await readSubscription(ctx, ada.id)).toMatchObject({ count: 1, status: 'active', paid: 800 })
  expect((await api.as(ada).call(billing.portal)).status).toBe(200)
  expect((await api.as(ada).call(billing.cancel)).status).toBe(200)
})
