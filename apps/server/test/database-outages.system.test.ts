import { startPostgres } from '@portico/embedded-postgres'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDatabase } from './database.ts'
import { urlOf } from './database-url.ts'
import { type LoadFreelancer, postRequest, registerFreelancer } from './load.ts'
import { startPortico, temporaryFolder } from './portico.ts'
import { startProxy } from './proxy.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

type Portico = Awaited<ReturnType<typeof startPortico>>

// A request on a dead connection gets its response after ten seconds, and several tests wait more than once.
vi.setConfig({ testTimeout: 180_000 })

test('loses nothing that was acknowledged when PostgreSQL is stopped under load and restarted', async () => {
  const dataDir = await temporaryFolder()
  const quiet = { debug() {}, info() {}, warn() {}, error() {} }
  let postgres = await startPostgres({ dataDir, name: 'portico', log: quiet })
  onTestFinished(() => postgres.stop())
  const proxy = await startProxy(postgres.connection)
  const portico = await startPortico({ DATABASE_URL: urlOf(proxy.connection), LOG_LEVEL: 'warn' })
  const ada = await registerFreelancer(portico)
  const load = ada.createProjects()
  await load.until(30)

  process.kill(postgres.pid() ?? 0, 'SIGQUIT')
  await postgres.stop()
  proxy.disconnect()
  await load.stop()
  await expectNotReady(portico, ada)

  postgres = await startPostgres({ dataDir, name: 'portico', log: quiet })
  proxy.restore(postgres.connection)
  await expectReadyAgain(portico, ada)
  await ada.expectNothingLost(load)
})

test('reconnects after its database connections were closed under load', async () => {
  const { proxy, portico } = await startBehindProxy()
  const ada = await registerFreelancer(portico)
  const load = ada.createProjects()
  await load.until(30)

  proxy.disconnect()
  await expectNotReady(portico, ada)
  proxy.restore()

  await expectReadyAgain(portico, ada)
  await load.until(load.acknowledged.size + 30)
  await load.stop()
  await ada.expectNothingLost(load)
})

test('returns 503 while the database is silent, and stops on SIGTERM even then', async () => {
  const { proxy, portico } = await startBehindProxy()
  const ada = await registerFreelancer(portico)
  const load = ada.createProjects()
  await load.until(30)

  proxy.dropAll()
  await expectNotReady(portico, ada)
  await load.stop()
  proxy.restore()
  await expectReadyAgain(portico, ada)
  await ada.expectNothingLost(load)

  proxy.dropAll()
  expect(await portico.end('SIGTERM')).toBe(0)
})

test('replaces connections that went silent, for requests and for jobs', async () => {
  const { proxy, portico } = await startBehindProxy()
  const ada = await registerFreelancer(portico)

  proxy.dropOnOpenConnections()

  await expectReadyAgain(portico, ada)
  const { email } = await ada.createClient({ sendEmail: true })
  await vi.waitFor(async () => expect(await emailsTo(portico, email)).toHaveLength(1), {
    ...WAIT_OPTIONS,
    interval: 200,
  })
})

test('answers every request over a slow database connection', async () => {
  const { proxy, portico } = await startBehindProxy()
  const ada = await registerFreelancer(portico)
  proxy.slowDown(150)

  const replies = await Promise.all(Array.from({ length: 12 }, () => ada.request('/api/projects')))

  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await fetch(`${portico.url}/readyz`)).status).toBe(200)
})

test('returns 503 to requests that wait too long for a connection, and stays responsive', async () => {
  const { database, portico } = await startBehindProxy()
  const ada = await registerFreelancer(portico)
  const locker = new pg.Client(database)
  await locker.connect()
  onTestFinished(() => locker.end())
  // Every connection has prepared the statement before the lock is taken.
  await Promise.all(Array.from({ length: 50 }, () => ada.request('/api/projects')))
  await locker.query('begin; lock table project in access exclusive mode')

  // The lock is held until every request has its response.
  const calls = Promise.all(Array.from({ length: 200 }, () => ada.request('/api/projects')))
  const others = await countResponses(() => fetch(`${portico.url}/healthz`), calls)
  const replies = await calls

  // A blocked event loop would answer none of these before the locked requests.
  expect(others).toBeGreaterThan(3)
  for (const reply of replies) await expectNotReadyResponse(reply)
  await locker.query('rollback')
  await expectReadyAgain(portico, ada)
})

test('stays responsive during many concurrent logins', async () => {
  const { portico } = await startBehindProxy({ LIMIT_LOGIN: 'off' })
  const { email } = await registerFreelancer(portico)
  const login = () =>
    fetch(`${portico.url}/api/auth/login`, postRequest({ email, password: 'not the right one' }))

  const logins = Promise.all(Array.from({ length: 100 }, login))
  const others = await countResponses(() => fetch(`${portico.url}/healthz`), logins)

  // Hashing in the main thread would block nearly all requests, however fast the machine is.
  expect(others).toBeGreaterThan(5)
  // An overloaded machine may return 503 to logins that waited too long.
  for (const reply of await logins) if (reply.status !== 401) await expectNotReadyResponse(reply)
})

async function startBehindProxy(env: Record<string, string> = {}) {
  const { connection, drop } = await createDatabase()
  onTestFinished(drop)
  const proxy = await startProxy(connection)
  const portico = await startPortico({
    DATABASE_URL: urlOf(proxy.connection),
    LOG_LEVEL: 'warn',
    ...env,
  })
  return { database: connection, proxy, portico }
}

/** Reads, writes and logins get 503, while the process itself is healthy. */
async function expectNotReady({ url, pid }: Portico, ada: LoadFreelancer) {
  const replies = await Promise.all([
    ada.request('/api/projects'),
    ada.request('/api/dashboard/summary'),
    ada.request('/api/auth/me', { method: 'PUT', body: { company: 'Marsh Ltd' } }),
    fetch(`${url}/api/auth/login`, postRequest({ email: ada.email, password: 'whatever it is' })),
  ])
  for (const reply of replies) await expectNotReadyResponse(reply)
  expect((await fetch(`${url}/readyz`)).status).toBe(503)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect(process.kill(pid, 0)).toBe(true)
}

async function expectNotReadyResponse(reply: Response) {
  expect(reply.status).toBe(503)
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await reply.json()).toMatchObject({ statusCode: 503, code: 'NOT_READY' })
}

async function expectReadyAgain({ url, pid, output }: Portico, ada: LoadFreelancer) {
  await vi.waitFor(async () => {
    const ready = await fetch(`${url}/readyz`)
    expect(ready.status, `${await ready.text()}\n${output.slice(-10).join('\n')}`).toBe(200)
    for (const reply of await Promise.all(Array.from({ length: 20 }, () => ada.request('/api/projects'))))
      expect(reply.status).toBe(200)
  }, WAIT_OPTIONS)
  expect(process.kill(pid, 0)).toBe(true)
}

async function emailsTo({ url }: Portico, address: string) {
  const reply = await fetch(`${url}/dev/mailbox.json?to=${address}`)
  return (await reply.json()) as unknown[]
}

/** Counts the sequential calls that got a response before the promise settled. */
async function countResponses(call: () => Promise<Response>, during: Promise<unknown>) {
  let over = false
  const done = () => {
    over = true
  }
  during.then(done, done)
  let count = 0
  for (; !over; count++) expect((await call()).status).toBe(200)
  return count
}
