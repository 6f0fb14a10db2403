import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { createBillingEnvironment, deliverWebhook, registerFreelancer } from './billing-environment.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

/** Where the process is when it is killed, and how it is held there. */
const steps = {
  'before it has the account': 'select 1 from billing_account for update',
  'while it notes the event': 'lock table stripe_event in share mode',
  'while it asks Stripe': null,
  'while it writes the plan': 'select 1 from freelancer for no key update',
  'before it has answered': undefined,
} as const

test.for(Object.entries(steps))(
  'killed %s: told again, the plan is right, once',
  { timeout: 120_000 },
  async ([, hold]) => {
    const { stripe, simulator, database, start } = await createBillingEnvironment()
    let portico = await start()
    const ada = await registerFreelancer(portico.url)
    const { url } = await ada.post<{ url: string }>('/stripe/create-checkout-session', { plan: 'pro' })
    const session = url.split('/').at(-1)
    await stripe.rawRequest('POST', `/v1/test_helpers/checkout/sessions/${session}/complete`, { card: '' })
    const [event] = (await stripe.events.list({ type: 'customer.subscription.created' })).data

    const hand = typeof hold === 'string' ? await holding(database, hold) : null
    if (hold === null) simulator.fail('silence')
    const cut = deliverWebhook(portico.url, event as object).catch(() => 'cut')
    if (hold === undefined)
      await vi.waitFor(async () => expect(await planIn(database)).toBe('pro'), {
        ...WAIT_OPTIONS,
        interval: 1,
      })
    else await untilHeld(database, hold === null ? 'idle in transaction' : 'active')
    await portico.end('SIGKILL')
    await hand?.release()
    simulator.fail(null)
    await cut

    portico = await start()
    expect(await deliverWebhook(portico.url, event as object)).toBe(200)
    expect(await deliverWebhook(portico.url, event as object)).toBe(200)
    expect(await planIn(database)).toBe('pro')
    const { rows } = await database.query(
      'select (select count(*)::int from stripe_event) as events, revision from billing_account',
    )
    expect(rows).toEqual([{ events: 1, revision: 3 }])
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(1)
  },
)

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
  await vi.waitFor(async () => {
    const { rows } = await database.query<{ count: number }>(held, [state])
    expect(rows[0]?.count).toBeGreaterThan(0)
  }, WAIT_OPTIONS)
}

async function planIn(database: pg.Client) {
  const { rows } = await database.query<{ plan: string }>('select plan from freelancer')
  return rows[0]?.plan
}
