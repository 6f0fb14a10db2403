import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDatabase } from './database.ts'
import { urlOf } from './database-url.ts'
import { freePort } from './free-port.ts'
import { failToStart, isAlive, startPortico, temporaryFolder } from './portico.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

test('prints its address, data folder and mailbox, and stops with its database at the first signal', async () => {
  const portico = await startPortico()
  expect(portico.output).toEqual(
    expect.arrayContaining([
      `  Portico is at http://localhost:${portico.port}`,
      `  Data is in    ${portico.dataDir}`,
    ]),
  )
  const [, mailbox = ''] = /Mail is captured: (\S+)$/m.exec(portico.output.join('\n')) ?? []
  const mailboxUrl = new URL(mailbox)
  expect(mailboxUrl.pathname).toMatch(/^\/dev\/[\w-]{22}\/mailbox$/)
  expect(await fetch(portico.url + mailboxUrl.pathname)).toMatchObject({ status: 200 })
  expect(await fetch(`${portico.url}/dev/mailbox`)).toMatchObject({ status: 404 })
  expect(await fetch(`${portico.url}/readyz`)).toMatchObject({ status: 200 })
  const postgres = (await portico.postgresPid()) ?? 0
  expect(isAlive(postgres)).toBe(true)

  const ended = portico.end('SIGTERM')
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(portico.pid, signal)
  expect(await ended).toBe(0)
  expect(isAlive(postgres)).toBe(false)
})

test('warns in production when links in emails lead to this machine', async () => {
  const portico = await startPortico({
    DATABASE_URL: await ownDatabase(),
    NODE_ENV: 'production',
    APP_SECRET: 'x'.repeat(32),
    MAIL: 'captured',
  })

  await vi.waitFor(
    () => expect(portico.output.join('\n')).toContain('works on this machine only: set PUBLIC_URL'),
    WAIT_OPTIONS,
  )
})

test('finishes an accepted request before it stops', async () => {
  const portico = await startPortico({ DATABASE_URL: await ownDatabase() })
  const body = JSON.stringify({ email: 'ada@example.com', password: 'not the right one' })
  const call = request(`${portico.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
  })
  call.flushHeaders()
  await once(call, 'continue')

  const ended = portico.end('SIGTERM')
  await vi.waitFor(() => expect(fetch(`${portico.url}/healthz`)).rejects.toThrow(), WAIT_OPTIONS)
  call.end(body)
  const [reply] = await once(call, 'response')
  expect(reply.statusCode).toBe(401)
  expect(await text(reply)).toContain('Invalid email or password.')
  expect(await ended).toBe(0)
})

test('names a taken port in one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo

  const env = { PORT: `${port}`, DATA_DIR: await temporaryFolder(), DATABASE_URL: await ownDatabase() }
  expect(await failToStart(env)).toEqual({
    code: 1,
    complaint: `PORT ${port} on 127.0.0.1 is taken by another program: stop that one, or set PORT to another number.\n`,
  })
})

test('names an occupied DATA_DIR in one sentence, and leaves its holder running', async () => {
  const { dataDir, url } = await startPortico({ DATABASE_URL: await ownDatabase() })
  expect(await failToStart({ DATA_DIR: dataDir })).toEqual({
    code: 1,
    complaint: `DATA_DIR (${dataDir}) is in use by another Portico: stop that one first, or give this one a DATA_DIR of its own.\n`,
  })
  expect(await fetch(`${url}/readyz`)).toMatchObject({ status: 200 })
})

test('names an unusable DATA_DIR in one sentence', async () => {
  const dataDir = join(await temporaryFolder(), 'file')
  await writeFile(dataDir, '')
  expect(await failToStart({ DATA_DIR: dataDir })).toEqual({
    code: 1,
    complaint: `DATA_DIR (${dataDir}) cannot be used: there is a file in its way.\n`,
  })
})

test('names an invalid variable in one sentence', async () => {
  expect(await failToStart({ SESSION_TTL: 'a month' })).toEqual({
    code: 1,
    complaint: 'SESSION_TTL must be a whole number from 1 to 315360000.\n',
  })
})

test('names an unreachable database in one sentence, without its password', async () => {
  const env = {
    DATA_DIR: await temporaryFolder(),
    DATABASE_URL: `postgres://ada:a-secret@127.0.0.1:${await freePort()}/portico`,
  }
  expect(await failToStart(env)).toEqual({
    code: 1,
    complaint: expect.stringMatching(
      /^DATABASE_URL leads to no database that answers: connect ECONNREFUSED [^\n]+\.\n$/,
    ),
  })
})

test('is ready again in the same process after PostgreSQL died', async () => {
  const portico = await startPortico()
  const before = await portico.postgresPid()
  await portico.killPostgres()

  await vi.waitFor(async () => {
    expect(await portico.postgresPid()).not.toBe(before)
    expect(await fetch(`${portico.url}/readyz`)).toMatchObject({ status: 200 })
  }, WAIT_OPTIONS)
  expect(await fetch(`${portico.url}/healthz`)).toMatchObject({ status: 200 })
  expect(await portico.end('SIGTERM')).toBe(0)
})

async function ownDatabase() {
  const { connection, drop } = await createDatabase()
  onTestFinished(drop)
  return urlOf(connection)
}
