import pg from 'pg'
import type Stripe from 'stripe'
import { expect, test, vi } from 'vitest'
import { createBillingEnvironment, deliverWebhook, registerFreelancer } from './billing-environment.ts'
import { uniqueEmail } from './given.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

/** When the process is killed, and the statement that blocks it there. */
const steps = {
  'before it locked the account': 'select 1 from billing_account for update',
  'while it inserts the event': 'lock table stripe_event in share mode',
  'while it reads from Stripe': null,
  'while it writes the plan': 'select 1 from freelancer for no key update',
  'before it responded': undefined,
} as const

test('applies the event once when it is sent again after a kill at any step', {
  timeout: 240_000,
}, async () => {
  const { stripe, simulator, database, start } = await createBillingEnvironment()
  let portico = await start()

  for (const [step, hold] of Object.entries(steps)) {
    const email = uniqueEmail('ada')
    const ada = await registerFreelancer(portico.url, email)
    const { url } = await ada.post<{ url: string }>('/stripe/create-checkout-session', { plan: 'pro' })
    const session = url.split('/').at(-1)
    await stripe.rawRequest('POST', `/v1/test_helpers/checkout/sessions/${session}/complete`, { card: '' })
    const [event] = (await stripe.events.list({ type: 'customer.subscription.created' })).data
    const subscription = event?.data.object as Stripe.Subscription | undefined

    const lock = typeof hold === 'string' ? await takeLock(database, hold) : null
    if (hold === null) simulator.fail('silence')
    // Stripe repeats a refused event, and a statement that waits for 5 seconds is refused, perhaps before it was seen to wait.
    const interrupted = (async () => {
      while ((await deliverWebhook(portico.url, event as object).catch(() => 'interrupted')) === 503);
    })()
    if (hold === undefined)
      await vi.waitFor(async () => expect((await findAccount(database, email))?.plan).toBe('pro'), {
        ...WAIT_OPTIONS,
        interval: 1,
      })
    else await untilBlocked(database, hold === null ? 'idle in transaction' : 'active')
    await portico.end('SIGKILL')
    await lock?.release()
    simulator.fail(null)
    await interrupted

    portico = await start()
    expect(await deliverWebhook(portico.url, event as object), step).toBe(200)
    expect(await deliverWebhook(portico.url, event as object), step).toBe(200)
    expect(await findAccount(database, email), step).toEqual({ plan: 'pro', revision: 3 })
    const { rows } = await database.query('select from stripe_event where id = $1', [event?.id])
    expect(rows, step).toHaveLength(1)
    const customers = (await stripe.subscriptions.list({ status: 'all' })).data.map((one) => one.customer)
    expect(
      customers.filter((one) => one === subscription?.customer),
      step,
    ).toHaveLength(1)
  }
})

/** Takes a lock that the server needs, on another connection. */
async function takeLock(database: pg.Client, statement: string) {
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
  await client.query(statement)
  return { release: () => client.end() }
}

/** Waits until the webhook's connection waits for a lock or for Stripe. */
async function untilBlocked(database: pg.Client, state: 'active' | 'idle in transaction') {
  const blocked = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state = $1
      and case state when 'active' then wait_event_type = 'Lock' else query like '%stripe_event%' end
      and application_name <> 'lock'`
  await vi.waitFor(async () => {
    const { rows } = await database.query<{ count: number }>(blocked, [state])
    expect(rows[0]?.count).toBeGreaterThan(0)
  }, WAIT_OPTIONS)
}

async function findAccount(database: pg.Client, email: string) {
  const { rows } = await database.query<{ plan: string; revision: number }>(
    `select plan, revision from freelancer join billing_account on freelancer_id = freelancer.id where email = $1`,
    [email],
  )
  return rows[0]
}
