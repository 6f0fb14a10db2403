import { once } from 'node:events'
import { connect } from 'node:net'
import pg from 'pg'
import { test as base, expect, onTestFinished } from 'vitest'
import { createCleanupStack } from './cleanup-stack.ts'
import { createDatabase } from './database.ts'
import { urlOf } from './database-url.ts'
import { postRequest, registerFreelancer } from './load.ts'
import { startPortico } from './portico.ts'
import { expectNotReadyResponse, expectReadyAgain } from './readiness.ts'

/** One server for the whole file, which each test leaves healthy. */
const test = base
  .extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
    const clean = createCleanupStack(onCleanup)
    const { connection, drop } = await createDatabase()
    clean(drop)
    const env = { DATABASE_URL: urlOf(connection), LIMIT_LOGIN: 'off', LOG_LEVEL: 'warn' }
    return { database: connection, portico: await startPortico(env, { onCleanup: clean }) }
  })
  .extend('database', ({ server }) => server.database)
  .extend('portico', ({ server }) => server.portico)
  .extend('ada', ({ portico }) => registerFreelancer(portico))

test('returns 503 to requests that wait too long for a connection, and stays responsive', async ({
  database,
  portico,
  ada,
}) => {
  const locker = new pg.Client(database)
  await locker.connect()
  onTestFinished(() => locker.end())
  // Every connection has prepared the statement before the lock is taken.
  await Promise.all(Array.from({ length: 20 }, () => ada.request('/api/projects')))
  await locker.query('begin; lock table project in access exclusive mode')

  // The lock is held until every request has its response.
  const calls = Promise.all(Array.from({ length: 60 }, () => ada.request('/api/projects')))
  // A blocked event loop would answer none of these before the locked requests.
  await expectResponses(4, portico, calls)

  for (const reply of await calls) await expectNotReadyResponse(reply)
  await locker.query('rollback')
  await expectReadyAgain(portico, ada)
})

test('stays responsive during many concurrent logins', async ({ portico, ada: { email } }) => {
  const login = () =>
    fetch(`${portico.url}/api/auth/login`, postRequest({ email, password: 'not the right one' }))

  const logins = Promise.all(Array.from({ length: 40 }, login))
  // Hashing in the main thread would answer at most one of these after each hash, however fast the machine is.
  await expectResponses(41, portico, logins)

  // An overloaded machine may return 503 to logins that waited too long.
  for (const reply of await logins) if (reply.status !== 401) await expectNotReadyResponse(reply)
})

test('disconnects two hundred clients that never finish their headers, and serves others meanwhile', async ({
  portico,
}) => {
  const senders = await Promise.all(Array.from({ length: 200 }, () => halfSend(Number(portico.port))))

  expect((await fetch(`${portico.url}/readyz`)).status).toBe(200)
  const statusLines = await Promise.all(senders.map(({ statusLine }) => statusLine))

  expect(new Set(statusLines)).toEqual(new Set(['HTTP/1.1 408 Request Timeout']))
  expect((await fetch(`${portico.url}/readyz`)).status).toBe(200)
})

/** So many sequential requests get a response before the promise settles. */
async function expectResponses(count: number, { url }: { url: string }, during: Promise<unknown>) {
  let isOver = false
  const end = () => {
    isOver = true
  }
  during.then(end, end)
  for (let responses = 0; responses < count; responses++) {
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect(isOver, `after ${responses} of ${count} responses`).toBe(false)
  }
}

/** Sends part of a header; resolves to the status line received before the connection closes. */
async function halfSend(port: number) {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.write('GET /api/projects HTTP/1.1\r\nhost: x\r\nx-more: ')
  let received = ''
  socket.on('data', (data) => {
    received += data
  })
  return { statusLine: once(socket, 'close').then(() => received.split('\r\n', 1)[0]) }
}
