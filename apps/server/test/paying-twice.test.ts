import { expect, test } from 'vitest'
import { createBillingEnvironment, deliverWebhook, registerFreelancer } from './billing-environment.ts'
import { startPortico, temporaryFolder } from './portico.ts'
import { startRedis } from './redis.ts'

test('creates one customer, checkout and subscription from ten concurrent requests to two processes', {
  timeout: 120_000,
}, async () => {
  const { stripe, database, env } = await createBillingEnvironment()
  const shared = {
    ...env,
    APP_SECRET: 'the same secret in both of the processes',
    REDIS_URL: (await startRedis()).url,
    STORAGE_URL: `file://${await temporaryFolder()}`,
  }
  const processes = await Promise.all([
    startPortico(shared),
    startPortico({ ...shared, DATA_DIR: await temporaryFolder() }),
  ])
  const { token } = await registerFreelancer(processes[0].url)
  const checkouts = (['pro', 'pro', 'pro', 'starter', 'enterprise'] as const).flatMap((plan) =>
    processes.map(({ url }) => untilTaken(() => begin(url, token, plan))),
  )

  expect(new Set(await Promise.all(checkouts))).toEqual(new Set([200]))
  const { data: sessions } = await stripe.checkout.sessions.list({ limit: 100 })
  await Promise.allSettled(
    sessions.map(({ id }) =>
      stripe.rawRequest('POST', `/v1/test_helpers/checkout/sessions/${id}/complete`, { card: '' }),
    ),
  )
  const { data: events } = await stripe.events.list({ limit: 100 })
  const deliveries = events.flatMap((event) =>
    processes.map(({ url }) => untilTaken(() => deliverWebhook(url, event))),
  )
  expect(new Set(await Promise.all(deliveries))).toEqual(new Set([200]))

  expect((await stripe.customers.list()).data).toHaveLength(1)
  const { data: bought } = await stripe.subscriptions.list({ status: 'all' })
  expect(bought).toHaveLength(1)
  const { rows } = await database.query(
    'select plan, subscription_id from workspace join billing_account on workspace_id = id',
  )
  expect(rows).toEqual([
    { plan: bought[0]?.items.data[0]?.price.metadata.plan, subscription_id: bought[0]?.id },
  ])
})

async function begin(url: string, token: string, plan: string) {
  const reply = await fetch(`${url}/api/stripe/create-checkout-session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ plan }),
  })
  return reply.status
}

/** A 503 asks for another try: those who wait for one account may wait too long. */
async function untilTaken(send: () => Promise<number>) {
  for (;;) {
    const status = await send()
    if (status !== 503) return status
  }
}
