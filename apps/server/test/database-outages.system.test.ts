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

// A call that waits for a dead connection is answered after ten seconds, and several of these stories wait more than once.
vi.setConfig({ testTimeout: 180_000 })

test('PostgreSQL is stopped at once under load and comes back: nothing that was acknowledged is lost', async () => {
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

test('the line is cut under load', async () => {
  const { proxy, portico } = await porticoBehindProxy()
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

test('the line goes dead without a word: whoever asks is told soon, and it can be stopped', async () => {
  const { proxy, portico } = await porticoBehindProxy()
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

test('the lines there are go dead and new ones are good: calls, jobs and ended sessions find new ones', async () => {
  const { proxy, portico } = await porticoBehindProxy()
  const ada = await registerFreelancer(portico)

  proxy.dropOnOpenConnections()

  await expectReadyAgain(portico, ada)
  const { email } = await ada.createClient({ sendEmail: true })
  await vi.waitFor(async () => expect(await lettersTo(portico, email)).toHaveLength(1), {
    ...WAIT_OPTIONS,
    interval: 200,
  })
})

test('a slow line is slow, and nothing worse', async () => {
  const { proxy, portico } = await porticoBehindProxy()
  const ada = await registerFreelancer(portico)
  proxy.slowDown(150)

  const replies = await Promise.all(Array.from({ length: 12 }, () => ada.request('/api/projects')))

  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await fetch(`${portico.url}/readyz`)).status).toBe(200)
})

test('more slow calls than there are connections: the rest are told to come again, and the process stays quick', async () => {
  const { database, portico } = await porticoBehindProxy()
  const ada = await registerFreelancer(portico)
  const locker = new pg.Client(database)
  await locker.connect()
  onTestFinished(() => locker.end())
  // Every connection knows the statement: one that failed to hear of it would fail what follows on it, too, at once.
  await Promise.all(Array.from({ length: 50 }, () => ada.request('/api/projects')))
  await locker.query('begin; lock table project in access exclusive mode')

  // The lock is held until all have been answered: that they are answered at all is what the server sees to.
  const calls = Promise.all(Array.from({ length: 200 }, () => ada.request('/api/projects')))
  const others = await callsAnswered(() => fetch(`${portico.url}/healthz`), calls)
  const replies = await calls

  // Whoever waited with them would be answered with them: none of these would come before.
  expect(others).toBeGreaterThan(3)
  for (const reply of replies) await expectTold(reply)
  await locker.query('rollback')
  await expectReadyAgain(portico, ada)
})

test('many logins at once do not keep others waiting', async () => {
  const { portico } = await porticoBehindProxy({ LIMIT_LOGIN: 'off' })
  const { email } = await registerFreelancer(portico)
  const login = () =>
    fetch(`${portico.url}/api/auth/login`, postRequest({ email, password: 'not the right one' }))

  const logins = Promise.all(Array.from({ length: 100 }, login))
  const others = await callsAnswered(() => fetch(`${portico.url}/healthz`), logins)

  // Were the passwords hashed in the server's own thread, hardly any would come in between, however fast the machine is.
  expect(others).toBeGreaterThan(5)
  // A machine that has too much to do says so to those who waited too long.
  for (const reply of await logins) if (reply.status !== 401) await expectTold(reply)
})

async function porticoBehindProxy(env: Record<string, string> = {}) {
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

/** Everybody who asks is told so, although nothing ever comes from the database; the process itself is well. */
async function expectNotReady({ url, pid }: Portico, ada: LoadFreelancer) {
  const asked = await Promise.all([
    ada.request('/api/projects'),
    ada.request('/api/dashboard/summary'),
    ada.request('/api/auth/me', { method: 'PUT', body: { company: 'Marsh Ltd' } }),
    fetch(`${url}/api/auth/login`, postRequest({ email: ada.email, password: 'whatever it is' })),
  ])
  for (const reply of asked) await expectTold(reply)
  expect((await fetch(`${url}/readyz`)).status).toBe(503)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect(process.kill(pid, 0)).toBe(true)
}

async function expectTold(reply: Response) {
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

async function lettersTo({ url }: Portico, address: string) {
  const reply = await fetch(`${url}/dev/mailbox.json?to=${address}`)
  return (await reply.json()) as unknown[]
}

/** How many were answered, one after the other, for as long as the rest is under way. */
async function callsAnswered(call: () => Promise<Response>, during: Promise<unknown>) {
  let over = false
  const done = () => {
    over = true
  }
  during.then(done, done)
  let count = 0
  for (; !over; count++) expect((await call()).status).toBe(200)
  return count
}
