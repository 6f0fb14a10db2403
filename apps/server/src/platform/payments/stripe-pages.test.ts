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

test('serves the simulator’s pages to this machine only, and refuses posts from other sites', async () => {
  const { app, buy } = await start()
  const path = new URL((await buy()).json<{ url: string }>().url).pathname
  const visit = (url: string, headers: Record<string, string>) =>
    app.inject({ url, headers: { connection: 'keep-alive', ...headers } })

  const here = await visit(path, { host: 'localhost:3000' })
  const listed = await visit('/dev/stripe', { host: '127.0.0.1:3000' })
  const refused = [
    await visit(path, { host: 'portico.example' }),
    await visit('/dev/stripe.json', { host: 'localhost', 'x-forwarded-for': '203.0.113.7' }),
  ]
  const posted = await app.inject({
    method: 'POST',
    url: '/dev/stripe/clock',
    headers: {
      host: 'localhost',
      connection: 'keep-alive',
      'sec-fetch-site': 'cross-site',
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: 'days=7',
  })

  expect(here.body).toContain('TEST MODE')
  expect(here.headers['content-security-policy']).toContain("form-action 'self'")
  expect(listed.body).toContain('customer.created')
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 404])
  expect(posted.statusCode).toBe(403)
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
