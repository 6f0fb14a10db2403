import { test as base, expect, vi } from 'vitest'
import { createCleanupStack } from './cleanup-stack.ts'
import { createDatabase } from './database.ts'
import { urlOf } from './database-url.ts'
import { type LoadFreelancer, postRequest, registerFreelancer } from './load.ts'
import { startPortico } from './portico.ts'
import { startProxy } from './proxy.ts'
import { expectNotReadyResponse, expectReadyAgain } from './readiness.ts'
import { uploaderAt } from './uploader.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

const DEV_KEY = 'development-pages'

type Portico = Awaited<ReturnType<typeof startPortico>>

// A request on a dead connection gets its response after ten seconds, and a test may wait more than once.
vi.setConfig({ testTimeout: 180_000 })

/** One server for the whole file. Each test restores its connection to the database. */
const test = base
  .extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
    const clean = createCleanupStack(onCleanup)
    const { connection, drop } = await createDatabase()
    clean(drop)
    const proxy = await startProxy(connection, clean)
    const env = { DATABASE_URL: urlOf(proxy.connection), LOG_LEVEL: 'warn', DEV_KEY }
    return { proxy, portico: await startPortico(env, { onCleanup: clean }) }
  })
  .extend('portico', ({ server }) => server.portico)
  .extend('proxy', ({ server: { proxy } }, { onCleanup }) => {
    onCleanup(() => proxy.restore())
    return proxy
  })
  .extend('ada', ({ portico }) => registerFreelancer(portico))

test('reconnects after its database connections were closed under load, and loses nothing that was acknowledged', async ({
  portico,
  proxy,
  ada,
}) => {
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

test('returns 503 while the database is silent, and replaces the silent connections, for requests and for jobs', async ({
  portico,
  proxy,
  ada,
}) => {
  const load = ada.createProjects()
  await load.until(30)

  proxy.dropAll()
  await expectNotReady(portico, ada)
  await load.stop()
  // The open connections stay silent.
  proxy.restore()

  await expectReadyAgain(portico, ada)
  await ada.expectNothingLost(load)
  const ben = await registerFreelancer(portico)
  const { email } = await ben.createClient({ sendEmail: true })
  await vi.waitFor(async () => expect(await emailsTo(portico, email)).toHaveLength(1), {
    ...WAIT_OPTIONS,
    interval: 200,
  })
})

test('answers every request over a slow database connection', async ({ portico, proxy, ada }) => {
  proxy.slowDown(150)

  const replies = await Promise.all(Array.from({ length: 12 }, () => ada.request('/api/projects')))

  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await fetch(`${portico.url}/readyz`)).status).toBe(200)
})

test('keeps the bytes of a file whose row was inserted although the result was lost', async ({
  portico,
  proxy,
}) => {
  const ada = await uploaderAt(() => portico)
  await ada.upload(Buffer.from('first'))

  proxy.dropResponsesFrom('commit')
  const { status } = await ada.upload(Buffer.from('second'))

  expect(status).toBe(503)
  await vi.waitFor(async () => expect(await ada.list()).toHaveLength(2), WAIT_OPTIONS)
  const contents = await Promise.all((await ada.list()).map(ada.contents))
  expect(contents.map(String)).toEqual(['second', 'first'])
})

// The last test, because it stops the server.
test('stops on SIGTERM while the database is silent', async ({ portico, proxy }) => {
  expect((await fetch(`${portico.url}/readyz`)).status).toBe(200)

  proxy.dropAll()

  expect(await portico.end('SIGTERM')).toBe(0)
})

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

async function emailsTo({ url }: Portico, address: string) {
  const reply = await fetch(`${url}/dev/${DEV_KEY}/mailbox.json?to=${address}`)
  return (await reply.json()) as unknown[]
}
