import { billing, dashboard } from '@portico/contract'
import { signatureOf } from '@portico/stripe-simulator'
import { onTestFinished, vi } from 'vitest'
import { expect, test } from '../../../test/fixtures.ts'
import { createEvent, deliverWebhook, findCustomerId, listEvents } from '../../../test/stripe-events.ts'
import { buyPlan } from '../../../test/subscriptions.ts'
import type { AppContext } from '../../platform/context.ts'

test('applies the plan on a signed event', async ({ ctx, app, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await buyPlan(ctx, ada)
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

test('returns 400 for an event without a valid signature, and changes nothing', async ({
  ctx,
  app,
  api,
  given,
}) => {
  const ada = await given.freelancer({ plan: 'free' })
  await buyPlan(ctx, ada)
  const event = createEvent(await findCustomerId(ctx, ada))
  const spaced = JSON.stringify(event, null, 4)
  const { signature } = signedFor(ctx, spaced)

  const refused = [
    await deliverWebhook(app, event, { secret: 'whsec_00000000000000000000000000000000' }),
    await deliverWebhook(app, event, { age: 301 }),
    await deliverWebhook(app, event, { signature: 'nonsense' }),
    await deliverWebhook(app, event, { signature: signature.replace('v1=', 'v0=') }),
    await deliverWebhook(app, event, { signature: signature.replace(/t=\d+/, 't=') }),
    // The same JSON with other bytes, and another event with an old signature.
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

test('accepts unusual spacing and escapes in a signed event', async ({ ctx, app, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await buyPlan(ctx, ada)
  // A slow machine must not sign and check in different seconds.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const odd = JSON.stringify({ ...createEvent(await findCustomerId(ctx, ada)), note: 'é' }, null, '\t ')

  expect(await deliverWebhook(app, odd.replace('é', '\\u00e9'), { age: 299 })).toBe(200)
})

test('refuses signed events of the wrong shape with 400', async ({ ctx, app, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await buyPlan(ctx, ada)
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

function signedFor(ctx: AppContext, payload: string) {
  return { signature: signatureOf(payload, ctx.payments.webhookSecret) }
}
