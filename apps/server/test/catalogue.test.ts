import { PLANS, paidPlanNames } from '@portico/contract'
import { startSimulator } from '@portico/stripe-simulator'
import Stripe from 'stripe'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from './command.ts'
import { temporaryFolder } from './portico.ts'

const SECRET = 'sk_test_catalogue'

test('creates the catalogue, repairs it, and changes nothing when run again', {
  timeout: 120_000,
}, async () => {
  const simulator = await startSimulator({
    folder: await temporaryFolder(),
    secretKey: SECRET,
    pages: 'http://localhost:3000/dev/stripe',
    webhook: null,
  })
  onTestFinished(() => simulator.close())
  const { host, port } = simulator
  const url = `http://${host}:${port}`
  const stripe = new Stripe(SECRET, { host, port, protocol: 'http' })

  const first = await run(url)
  const second = await run(url)
  const [price] = (await stripe.prices.list({ lookup_keys: ['portico_pro_monthly'] })).data
  await stripe.prices.create({
    product: 'portico_pro',
    currency: 'gbp',
    unit_amount: 9_900,
    recurring: { interval: 'month' },
    lookup_key: 'portico_pro_monthly',
    transfer_lookup_key: true,
  })
  await stripe.products.update('portico_starter', { name: 'Something else' })
  const [portal] = (await stripe.billingPortal.configurations.list()).data
  await stripe.billingPortal.configurations.update(portal?.id ?? '', {
    metadata: { asked: 'something older' },
  })
  const repaired = await run(url)

  expect(first).toContain('Stripe: made the product Portico Pro.')
  expect(second).toBe('Stripe: all is in place.\n')
  expect(price?.unit_amount).toBe(800)
  expect(repaired).toContain('made the price of Pro')
  expect(repaired).toContain('put the product Portico Starter right')
  expect(repaired).toContain('put the settings of the portal right')
  for (const plan of paidPlanNames) {
    const { data } = await stripe.prices.list({ lookup_keys: [`portico_${plan}_monthly`] })
    expect(data.map(({ unit_amount, currency }) => [unit_amount, currency])).toEqual([
      [PLANS[plan].monthlyPence, 'gbp'],
    ])
  }
  expect((await stripe.billingPortal.configurations.list()).data).toHaveLength(1)
})

test('reports a missing and a wrong key in one sentence', async () => {
  await expect(run('http://127.0.0.1:1', '')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Set STRIPE_SECRET_KEY first\..+\n$/),
  })
  await expect(run('http://127.0.0.1:1')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Payments cannot be reached just now\..+\n$/),
  })
})

async function run(url: string, key = SECRET) {
  return (await runCommand(['stripe'], { STRIPE_SECRET_KEY: key, STRIPE_URL: url })).stdout
}
