import { billing, PLANS } from '@portico/contract'
import { expect, test } from '../../../test/fixtures.ts'
import { findCustomerId } from '../../../test/stripe-events.ts'
import {
  advanceStripeClock,
  CARDS,
  readSubscription,
  readSyncedStatus,
  submitStripePage,
  subscribe,
} from '../../../test/subscriptions.ts'
import { syncAccount } from './sync.service.ts'

test('checks out with the plan’s price, the account’s customer and our return addresses', async ({
  ctx,
  api,
  given,
}) => {
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
  'refuses to sell the plan %j',
  async (plan, { api, given }) => {
    const ada = await given.freelancer({ plan: 'free' })

    const reply = await api.as(ada).send(billing.checkout, { body: { plan } })

    expect(reply).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', fields: { plan: expect.any(String) } },
    })
  },
)

test('prices a plan change to the day, and makes it on the same subscription once confirmed', async ({
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

test('shows the unused part of a higher price as credit', async ({ ctx, api, given }) => {
  const ada = await given.freelancer({ plan: 'free' })
  await subscribe(ctx, ada, 'enterprise', 'good')
  await advanceStripeClock(ctx, 8)

  const { body } = await api.as(ada).call(billing.preview, { body: { plan: 'starter' } })

  expect(body.dueNow).toBe(0)
  expect(body.credit).toBeGreaterThan(600)
})
