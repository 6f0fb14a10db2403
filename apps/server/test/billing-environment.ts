import { signatureOf, startSimulator } from '@portico/stripe-simulator'
import pg from 'pg'
import Stripe from 'stripe'
import { expect, onTestFinished } from 'vitest'
import { ensureCatalogue } from '../src/features/billing/catalogue.ts'
import { createDatabase } from './database.ts'
import { urlOf } from './database-url.ts'
import { startPortico, temporaryFolder } from './portico.ts'

const SECRET = 'sk_test_apart'
const WEBHOOK_SECRET = 'whsec_0123456789abcdef0123456789abcdef'

/** A Stripe, a database and a Portico apart from each other, as they are in production. */
export async function createBillingEnvironment() {
  const { connection, drop } = await createDatabase()
  onTestFinished(drop)
  const simulator = await startSimulator({
    folder: await temporaryFolder(),
    secretKey: SECRET,
    pages: 'http://localhost:3000/dev/stripe',
    webhook: null,
  })
  onTestFinished(() => simulator.close())
  const { host, port } = simulator
  const stripe = new Stripe(SECRET, { host, port, protocol: 'http' })
  await ensureCatalogue(stripe)
  const database = new pg.Client(connection)
  await database.connect()
  onTestFinished(() => database.end())

  const dataDir = await temporaryFolder()
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: urlOf(connection),
    STRIPE_SECRET_KEY: SECRET,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_URL: `http://${host}:${port}`,
    LOG_LEVEL: 'silent',
  }
  return { stripe, simulator, database, env, start: () => startPortico(env) }
}

/** An account holder with their calls. */
export async function registerFreelancer(url: string, email = 'ada@example.test') {
  const post = async <T>(path: string, body: object, token = ''): Promise<T> => {
    const reply = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    expect(reply.status, await reply.clone().text()).toBeLessThan(300)
    return (await reply.json()) as T
  }
  const name = { name: 'Ada Marsh', email, password: 'correct horse battery' }
  const { token } = await post<{ token: string }>('/auth/register', name)
  return { token, post: <T>(path: string, body: object) => post<T>(path, body, token) }
}

/** Delivers an event as Stripe does, and returns the status. */
export async function deliverWebhook(url: string, event: object) {
  const payload = JSON.stringify(event)
  const reply = await fetch(`${url}/api/stripe/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signatureOf(payload, WEBHOOK_SECRET) },
    body: payload,
  })
  return reply.status
}
