import { signatureOf, startSimulator } from '@portico/stripe-simulator'
import pg from 'pg'
import Stripe from 'stripe'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ensureCatalogue } from '../src/features/billing/catalogue.ts'
import { createDatabase } from './database.ts'
import { urlOf } from './database-url.ts'
import { startPortico, temporaryFolder } from './portico.ts'

const SECRET = 'sk_test_crash'
const WEBHOOK_SECRET = 'whsec_0123456789abcdef0123456789abcdef'

/** Where the process is when it is killed, and how it is held there. */
const steps = {
  'before it has the account': 'select 1 from billing_account for update',
  'while it asks Stripe': null,
  'while it writes the plan': 'select 1 from freelancer for no key update',
  'before it has answered': undefined,
} as const

test.for(Object.entries(steps))(
  'killed %s: told again, the plan is right, once',
  { timeout: 120_000 },
  async ([, hold]) => {
    const { stripe, simulator, database, start } = await world()
    let portico = await start()
    const ada = await account(portico.url)
    const { url } = await ada.post<{ url: string }>('/stripe/create-checkout-session', { plan: 'pro' })
    const session = url.split('/').at(-1)
    await stripe.rawRequest('POST', `/v1/test_helpers/checkout/sessions/${session}/complete`, { card: '' })
    const [event] = (await stripe.events.list({ type: 'customer.subscription.created' })).data

    const hand = typeof hold === 'string' ? await holding(database, hold) : null
    if (hold === null) simulator.fail('silence')
    const cut = deliver(portico.url, event as object).catch(() => 'cut')
    if (hold === undefined)
      await vi.waitFor(async () => expect(await planIn(database)).toBe('pro'), { interval: 1 })
    else await untilHeld(database, hold === null ? 'idle in transaction' : 'active')
    await portico.end('SIGKILL')
    await hand?.release()
    simulator.fail(null)
    await cut

    portico = await start()
    expect(await deliver(portico.url, event as object)).toBe(200)
    expect(await deliver(portico.url, event as object)).toBe(200)
    expect(await planIn(database)).toBe('pro')
    const { rows } = await database.query(
      'select (select count(*)::int from stripe_event) as events, revision from billing_account',
    )
    expect(rows).toEqual([{ events: 1, revision: 3 }])
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(1)
  },
)

async function world() {
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
  return { stripe, simulator, database, start: () => startPortico(env) }
}

/** Holds what the server will need, on a connection of its own. */
async function holding(database: pg.Client, statement: string) {
  const { host, port, user, password, database: name } = database
  const hand = new pg.Client({
    host,
    port,
    user,
    password: password ?? undefined,
    database: name,
    application_name: 'hand',
  })
  await hand.connect()
  await hand.query('begin')
  await hand.query(statement)
  return { release: () => hand.end() }
}

/** Until the webhook's own connection stands still: for a lock, or for Stripe. */
async function untilHeld(database: pg.Client, state: 'active' | 'idle in transaction') {
  const held = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state = $1
      and case state when 'active' then wait_event_type = 'Lock' else query like '%stripe_event%' end
      and application_name <> 'hand'`
  await vi.waitFor(
    async () => {
      const { rows } = await database.query<{ count: number }>(held, [state])
      expect(rows[0]?.count).toBeGreaterThan(0)
    },
    { timeout: 20_000, interval: 20 },
  )
}

async function planIn(database: pg.Client) {
  const { rows } = await database.query<{ plan: string }>('select plan from freelancer')
  return rows[0]?.plan
}

async function account(url: string) {
  const post = async <T>(path: string, body: object, token = ''): Promise<T> => {
    const reply = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    expect(reply.status, await reply.clone().text()).toBeLessThan(300)
    return (await reply.json()) as T
  }
  const name = { name: 'Ada Marsh', email: 'ada@example.test', password: 'correct horse battery' }
  const { token } = await post<{ token: string }>('/auth/register', name)
  return { post: <T>(path: string, body: object) => post<T>(path, body, token) }
}

async function deliver(url: string, event: object) {
  const payload = JSON.stringify(event)
  const reply = await fetch(`${url}/api/stripe/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signatureOf(payload, WEBHOOK_SECRET) },
    body: payload,
  })
  return reply.status
}
