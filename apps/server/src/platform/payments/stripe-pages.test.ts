import { billing } from '@portico/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestContext } from '../../../test/context.ts'
import { createGiven } from '../../../test/given.ts'
import { buildApp } from '../../app.ts'

async function start(env: Record<string, string> = {}) {
  const { ctx, close } = await createTestContext(env)
  const app = await buildApp(ctx, { web: false })
  onTestFinished(async () => {
    await app.close()
    await close()
  })
  const ada = await createGiven(ctx).freelancer({ plan: 'free' })
  const buy = () =>
    app.inject({
      method: 'POST',
      url: `/api${billing.checkout.url}`,
      headers: { authorization: `Bearer ${ada.token}` },
      payload: { plan: 'pro' },
    })
  return { app, buy }
}

test('serves the overview of the simulator only with the key, and refuses posts from other sites', async () => {
  const { app, buy } = await start({ DEV_KEY: 'key-of-a-test' })
  const { url } = (await buy()).json<{ url: string }>()
  const get = (path: string) =>
    app.inject({ url: path, headers: { host: 'localhost', connection: 'keep-alive' } })
  const moveClock = (key: string, headers = {}) =>
    app.inject({
      method: 'POST',
      url: `/dev/${key}stripe/clock`,
      headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: 'days=7',
    })

  const overview = await get('/dev/key-of-a-test/stripe')
  const refused = [
    '/dev/stripe',
    '/dev/stripe.json',
    '/dev/another-key/stripe',
    '/dev/stripe/checkout/cs_test_1',
  ]
  const moved = await moveClock('key-of-a-test/')

  expect(overview.body).toContain('customer.created')
  for (const path of refused) expect((await get(path)).statusCode, path).toBe(404)
  expect([moved.statusCode, moved.headers.location]).toEqual([303, '../stripe'])
  expect((await moveClock('')).statusCode).toBe(404)
  expect((await moveClock('key-of-a-test/', { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)

  // Whoever buys learns the address of their own checkout, so that must not contain the key.
  const checkout = await get(new URL(url).pathname)
  expect(checkout.body).toContain('TEST MODE')
  expect(checkout.headers['content-security-policy']).toContain("form-action 'self'")
  for (const text of [url, checkout.body, (await get('/dev/stripe/checkout/cs_test_1')).body])
    expect(text).not.toContain('key-of-a-test')
})

test('uses Stripe’s API when a key is set, and starts no simulator', async () => {
  const { ctx, close } = await createTestContext({
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
  })
  onTestFinished(close)

  const stripe = await ctx.payments.stripe()

  expect(['protocol', 'host', 'port', 'version'].map((name) => stripe.getApiField(name as 'host'))).toEqual([
    'https',
    'api.stripe.com',
    443,
    '2026-10-28.endive',
  ])
  expect(await ctx.payments.simulator()).toBeUndefined()
})

test('has no simulator in production, and sells nothing without a key, which is no error in the log', async () => {
  const { app, buy } = await start({ NODE_ENV: 'production', MAIL: 'captured' })
  const logged = vi.fn()
  app.addHook('onRequest', async ({ log }) => {
    log.error = logged
  })

  expect((await app.inject({ url: '/dev/stripe', headers: { host: 'localhost' } })).statusCode).toBe(404)
  const reply = await buy()

  expect([reply.statusCode, reply.json().code]).toEqual([503, 'BILLING_NOT_SET_UP'])
  expect(logged).not.toHaveBeenCalled()
})
