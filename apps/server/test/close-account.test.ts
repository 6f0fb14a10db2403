import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type Stripe from 'stripe'
import { expect, test, vi } from 'vitest'
import { createBillingEnvironment, registerFreelancer } from './billing-environment.ts'
import { runCommand } from './command.ts'
import { connectAs } from './socket.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

test('cancels, logs out and deletes an account with all its files, and touches no other account', {
  timeout: 120_000,
}, async () => {
  const { stripe, simulator, database, env, start } = await createBillingEnvironment()
  const portico = await start()
  const ada = await createAccount(portico.url, { stripe, database }, 'ada@example.test')
  const ben = await createAccount(portico.url, { stripe, database }, 'ben@example.test')
  const [adasSocket, mayasSocket] = [
    await connectAs(portico.url, ada),
    await connectAs(portico.url, ada.client),
  ]
  const stored = await filesIn(env.DATA_DIR)

  const unconfirmed = await run(env, '--email', 'ada@example.test').catch((error) => error)
  const badOption = await run(env, '--mail', 'ada@example.test').catch((error) => error)
  simulator.fail('errors')
  const duringOutage = await run(env, '--email', 'ada@example.test', '--yes').catch((error) => error)
  simulator.fail(null)
  const before = await countsOf(database)
  const saved = join(env.DATA_DIR, 'receipts.json')
  const unsaved = await run(env, '--email', 'ada@example.test', '--yes', '--receipts', env.DATA_DIR).catch(
    (error) => error,
  )
  const output = await run(env, '--email', 'ADA@example.test', '--yes', '--receipts', saved)
  const repeated = await run(env, '--email', 'ada@example.test', '--yes').catch((error) => error)

  expect(unconfirmed).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nothing was closed: add --yes'),
  })
  expect(badOption).toMatchObject({ code: 2, stderr: expect.stringMatching(/^Unknown option '--mail'.+\n$/) })
  expect(duringOutage).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Payments cannot be reached.+\n$/),
  })
  expect(before).toEqual({ freelancer: 2, client: 2, project: 2, file: 2, session: 4, billing_account: 2 })
  expect(output).toContain('Ada Marsh <ada@example.test>: clients 1, projects 1, files 1.')
  expect(output).toContain(
    `Receipts of what was approved: 1, saved in ${saved}. The clients get them by email.`,
  )
  expect(unsaved).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nothing was closed: the receipts could not be saved'),
  })
  expect(JSON.parse(await readFile(saved, 'utf8'))).toMatchObject([
    { number: 1, project: 'Spring menu', decision: 'approved', client: { email: 'maya@example.test' } },
  ])
  expect(repeated).toMatchObject({
    code: 1,
    stderr: 'Nobody has an account with the address ada@example.test.\n',
  })
  await Promise.all([adasSocket.disconnected, mayasSocket.disconnected])
  for (const { token } of [ada, ada.client])
    expect((await fetch(`${portico.url}/api/auth/logout`, requestAs(token))).status).toBe(401)
  const afterwards = { freelancer: 1, client: 1, project: 1, file: 1, session: 2, billing_account: 1 }
  await vi.waitFor(async () => expect(await countsOf(database)).toEqual(afterwards), WAIT_OPTIONS)
  await vi.waitFor(async () => expect(await filesIn(env.DATA_DIR)).toBe(stored / 2), WAIT_OPTIONS)

  const { data } = await stripe.subscriptions.list({ status: 'all' })
  const statusOf = (customer: string) => data.find((one) => one.customer === customer)?.status
  expect([statusOf(ada.customer), statusOf(ben.customer)]).toEqual(['canceled', 'trialing'])
  expect(await stripe.customers.retrieve(ada.customer)).toMatchObject({ deleted: true })
  await expect(stripe.checkout.sessions.retrieve(ada.open)).resolves.toMatchObject({ status: 'expired' })
  expect((await fetch(`${portico.url}/api/billing/status`, requestAs(ben.token, 'GET'))).status).toBe(200)
})

interface Services {
  stripe: Stripe
  database: { query(sql: string): Promise<{ rows: unknown[] }> }
}

/** An account on a trial with a logged-in client, a project, a file and another open checkout. */
async function createAccount(url: string, { stripe, database }: Services, email: string) {
  const person = await registerFreelancer(url, email)
  const { url: page } = await person.post<{ url: string }>('/stripe/create-checkout-session', { plan: 'pro' })
  const session = page.split('/').at(-1) ?? ''
  await stripe.rawRequest('POST', `/v1/test_helpers/checkout/sessions/${session}/complete`, { card: '' })
  await person.post('/billing/refresh', {})
  const { customer } = await stripe.checkout.sessions.retrieve(session)
  const [price] = (await stripe.prices.list({ lookup_keys: ['portico_pro_monthly'] })).data
  const { id: open } = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer as string,
    line_items: [{ price: price?.id ?? '', quantity: 1 }],
    success_url: url,
  })
  const { client, loginUrl } = await person.post<{ client: { id: string }; loginUrl: string }>(
    '/clients/create',
    { firstName: 'Maya', lastName: 'Whitcombe', email: 'maya@example.test', company: 'Northwind' },
  )
  const login = await fetch(`${url}/api/clients/login-from-token${new URL(loginUrl).search}`)
  const { token } = (await login.json()) as { token: string }
  const { id: projectId } = await person.post<{ id: string }>('/projects/create', {
    title: 'Spring menu',
    description: 'Two sizes.',
    status: 'Pending',
    clientId: client.id,
  })
  const form = new FormData()
  form.set('projectId', projectId)
  form.set('file', new File(['Soup, £6'], 'menu.txt', { type: 'text/plain' }))
  const headers = { authorization: `Bearer ${person.token}` }
  const uploaded = await fetch(`${url}/api/files/upload`, { method: 'POST', headers, body: form })
  expect(uploaded.status).toBe(201)
  const file = (await uploaded.json()) as { id: string }
  const review = await person.post<{ id: string }>(`/files/${file.id}/review`, {})
  // As if the login link had been mailed, so that the decision needs no code.
  await database.query(`update session set known_by = 'mailed' where client_id is not null`)
  const decision = await fetch(`${url}/api/reviews/${review.id}/decision`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ decision: 'approved' }),
  })
  expect(decision.status).toBe(200)
  return { ...person, customer: customer as string, open, client: { token } }
}

function requestAs(token: string, method = 'POST') {
  return { method, headers: { authorization: `Bearer ${token}` } }
}

async function countsOf(database: Services['database']) {
  const tables = ['freelancer', 'client', 'project', 'file', 'session', 'billing_account']
  const { rows } = await database.query(
    `select ${tables.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ')}`,
  )
  return rows[0]
}

async function filesIn(dataDir: string) {
  const entries = await readdir(join(dataDir, 'uploads/files'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

/** The operator's command, beside the running server. */
async function run(env: Record<string, string>, ...args: string[]) {
  return (await runCommand(['close-account', ...args], env)).stdout
}
