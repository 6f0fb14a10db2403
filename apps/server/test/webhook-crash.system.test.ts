import pg from 'pg'
import type Stripe from 'stripe'
import { expect, test, vi } from 'vitest'
import { createBillingEnvironment, deliverWebhook, registerFreelancer } from './billing-environment.ts'
import { uniqueEmail } from './given.ts'
import { startPortico } from './portico.ts'
import { startProxy } from './proxy.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

test('applies each event once when it is sent again after a kill at any step', {
  timeout: 240_000,
}, async () => {
  const { stripe, simulator, database, env } = await createBillingEnvironment()
  const proxy = await startProxy(simulator)
  const withProxy = { ...env, STRIPE_URL: `http://127.0.0.1:${proxy.connection.port}` }
  let portico = await startPortico(withProxy)
  const beforeLock = await createSubscription()
  const beforeInsert = await createSubscription()
  const whileReading = await createSubscription()
  const beforeWrite = await createSubscription()
  const beforeResponse = await createSubscription()
  const all = { beforeLock, beforeInsert, whileReading, beforeWrite, beforeResponse }

  const locks = await takeLocks(database, [
    [`select from billing_account where workspace_id = $1 for update`, [beforeLock.id]],
    [`insert into stripe_event (id, type) values ($1, '')`, [beforeInsert.event.id]],
    [`select from workspace where id = $1 for no key update`, [beforeWrite.id]],
  ])
  void proxy.dropFrom(whileReading.customer)
  const blocked = [beforeLock, beforeInsert, whileReading, beforeWrite].map(deliverUntilKilled)
  await untilBlocked(database)
  const last = deliverUntilKilled(beforeResponse)
  await vi.waitFor(
    async () => expect((await findAccount(database, beforeResponse.email))?.plan).toBe('pro'),
    {
      ...WAIT_OPTIONS,
      interval: 1,
    },
  )
  await portico.end('SIGKILL')
  await locks.release()
  proxy.restore()
  await Promise.all([...blocked, last])
  for (const [step, { email }] of Object.entries(all))
    expect((await findAccount(database, email))?.plan, step).toBe(step === 'beforeResponse' ? 'pro' : 'free')

  portico = await startPortico(withProxy)
  for (const [step, { email, event, customer }] of Object.entries(all)) {
    expect(await deliverWebhook(portico.url, event), step).toBe(200)
    expect(await deliverWebhook(portico.url, event), step).toBe(200)
    expect(await findAccount(database, email), step).toEqual({ plan: 'pro', revision: 3 })
    const { rows } = await database.query('select from stripe_event where id = $1', [event.id])
    expect(rows, step).toHaveLength(1)
    expect((await stripe.subscriptions.list({ status: 'all', customer })).data, step).toHaveLength(1)
  }

  /** An account that has bought a plan at Stripe, of which Portico has not heard yet. */
  async function createSubscription() {
    const email = uniqueEmail('ada')
    const ada = await registerFreelancer(portico.url, email)
    const { url } = await ada.post<{ url: string }>('/stripe/create-checkout-session', { plan: 'pro' })
    const session = url.split('/').at(-1)
    await stripe.rawRequest('POST', `/v1/test_helpers/checkout/sessions/${session}/complete`, { card: '' })
    const [event] = (await stripe.events.list({ type: 'customer.subscription.created' })).data
    if (!event) throw new Error('there is no event')
    const { rows } = await database.query<{ id: string }>('select id from freelancer where email = $1', [
      email,
    ])
    const customer = String((event.data.object as Stripe.Subscription).customer)
    return { email, id: rows[0]?.id, event, customer }
  }

  /** Stripe repeats a refused event, and a statement that waits for 5 seconds is refused. */
  async function deliverUntilKilled({ event }: { event: Stripe.Event }) {
    while ((await deliverWebhook(portico.url, event).catch(() => 'interrupted')) === 503);
  }
})

/** Takes locks that the server needs, on another connection. */
async function takeLocks(database: pg.Client, statements: [text: string, values: unknown[]][]) {
  const { host, port, user, password, database: name } = database
  const client = new pg.Client({
    host,
    port,
    user,
    password: password ?? undefined,
    database: name,
    application_name: 'lock',
  })
  await client.connect()
  await client.query('begin')
  for (const [text, values] of statements) await client.query(text, values)
  return { release: () => client.end() }
}

/** Waits until three transactions wait for a lock, and one for Stripe, all at the same time. */
async function untilBlocked(database: pg.Client) {
  const count = `
    select count(*) filter (where state = 'active' and wait_event_type = 'Lock')::int as locked,
      count(*) filter (where state = 'idle in transaction' and query like '%stripe_event%')::int as reading
    from pg_stat_activity where datname = current_database() and application_name <> 'lock'`
  await vi.waitFor(
    async () => expect((await database.query(count)).rows).toEqual([{ locked: 3, reading: 1 }]),
    WAIT_OPTIONS,
  )
}

async function findAccount(database: pg.Client, email: string) {
  const { rows } = await database.query<{ plan: string; revision: number }>(
    `select plan, revision from freelancer join workspace using (id) join billing_account on workspace_id = workspace.id where email = $1`,
    [email],
  )
  return rows[0]
}
