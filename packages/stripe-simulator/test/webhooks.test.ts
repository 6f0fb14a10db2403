import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { expect, onTestFinished } from 'vitest'
import { startSimulator } from '../src/index.ts'
import { createStripe, PAGES_URL, SECRET_KEY, test } from './fixtures.ts'

const WEBHOOK_SECRET = 'whsec_0123456789abcdef0123456789abcdef'

test('delivers every event with a valid signature', async ({ folder }) => {
  const endpoint = await listener(() => 200)
  const { stripe } = await begin(folder, endpoint.url)

  const { id } = await stripe.customers.create({ name: 'Zoë & “Söhne”' })

  await expect.poll(() => endpoint.heard.length).toBe(1)
  const [{ body, signature } = { body: '', signature: '' }] = endpoint.heard
  const event = Stripe.webhooks.constructEvent(body, signature, WEBHOOK_SECRET)
  expect(event).toMatchObject({ type: 'customer.created', data: { object: { id } } })
  expect(() => Stripe.webhooks.constructEvent(body, signature, `${WEBHOOK_SECRET}x`)).toThrow()
})

test('retries a delivery until it is accepted', async ({ folder }) => {
  const endpoint = await listener((count) => (count < 3 ? 500 : 200))
  const { stripe } = await begin(folder, endpoint.url)

  await stripe.customers.create({ name: 'Ada' })

  await expect.poll(() => endpoint.heard.length).toBe(3)
  expect(new Set(endpoint.heard.map(({ body }) => JSON.parse(body).id)).size).toBe(1)
  await expect.poll(async () => (await stripe.events.list()).data[0]?.pending_webhooks).toBe(0)
})

test('delivers outstanding events after a restart', async ({ folder }) => {
  const endpoint = await listener(() => 200)
  const { stripe, simulator } = await begin(folder, 'http://127.0.0.1:1/nobody')
  await stripe.customers.create({ name: 'Ada' })
  await simulator.close()

  await begin(folder, endpoint.url)

  await expect.poll(() => endpoint.heard.length).toBe(1)
})

async function begin(folder: string, url: string) {
  const simulator = await startSimulator({
    folder,
    secretKey: SECRET_KEY,
    pages: PAGES_URL,
    webhook: { url, secret: WEBHOOK_SECRET },
  })
  onTestFinished(() => simulator.close())
  return { simulator, stripe: createStripe(simulator) }
}

async function listener(status: (count: number) => number) {
  const heard: { body: string; signature: string }[] = []
  const server = createServer(async (request, response) => {
    heard.push({ body: await text(request), signature: String(request.headers['stripe-signature']) })
    response.writeHead(status(heard.length)).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
}
