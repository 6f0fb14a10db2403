import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { test as base, expect, onTestFinished, vi } from 'vitest'
import { listCaptured } from '../src/platform/mail/captured.ts'
import { capturedMailDir } from '../src/platform/mail/mailer.ts'
import { createCleanupStack } from './cleanup-stack.ts'
import { createTestContext } from './context.ts'
import { urlOf } from './database-url.ts'
import { freePort } from './free-port.ts'
import { registerFreelancer } from './load.ts'
import { failToStart, isAlive, startPortico, temporaryFolder } from './portico.ts'
import { startRedis } from './redis.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

/** What the processes of one installation share. */
const test = base.extend('shared', async ({}, { onCleanup }) => {
  const cleanUp = createCleanupStack(onCleanup)
  const { ctx, connection, close } = await createTestContext({}, { isInstalled: false })
  cleanUp(close)
  const { url: redisUrl } = await startRedis(cleanUp)
  return {
    env: {
      DATABASE_URL: urlOf(connection),
      REDIS_URL: redisUrl,
      APP_SECRET: ctx.config.appSecret,
      STORAGE_URL: `file://${await temporaryFolder(cleanUp)}`,
      DATABASE_POOL: '3',
    },
    pids: async () => (await ctx.db.selectFrom('process').select('pid').execute()).map(({ pid }) => pid),
    roles: async () => (await ctx.db.selectFrom('process').select('role').execute()).map(({ role }) => role),
  }
})

/** Two ports in a row. */
async function freePorts() {
  for (;;) {
    const [first, second] = [await freePort(), await freePort()]
    if (second === first + 1) return first
  }
}

/** Sends the headers of a login, and its body when that is asked for. */
async function beginLogin(url: string) {
  const body = JSON.stringify({ email: 'nobody@example.test', password: 'correct horse battery' })
  const call = request(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  })
  call.write(body.slice(0, 5))
  await once(call, 'socket').then(([socket]) => socket.connecting && once(socket, 'connect'))
  return async () => {
    call.end(body.slice(5))
    const [response] = await once(call, 'response')
    response.resume()
    return response.statusCode as number
  }
}

test('replaces a killed process, has metrics and log lines of each, and finishes requests at SIGTERM', {
  timeout: 200_000,
}, async ({ shared }) => {
  const internalPort = await freePorts()
  const portico = await startPortico({
    ...shared.env,
    PORTICO_PROCESSES: '2',
    INTERNAL_PORT: `${internalPort}`,
    LOG_LEVEL: 'debug',
  })
  const ada = await registerFreelancer(portico)
  const first = await shared.pids()
  expect(first).toHaveLength(2)
  for (const port of [internalPort, internalPort + 1])
    expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain('portico_info{')

  const [killed = 0, other = 0] = first
  process.kill(killed, 'SIGKILL')
  // A connection that was kept open to the killed process fails once.
  const status = () => ada.request('/api/projects').then((reply) => reply.status, String)
  await vi.waitFor(async () => expect(await status()).toBe(200), WAIT_OPTIONS)
  await vi.waitFor(async () => {
    const pids = await shared.pids()
    expect(pids).toHaveLength(2)
    expect(pids).toContain(other)
    expect(pids).not.toContain(killed)
  }, WAIT_OPTIONS)
  const output = portico.output.join('\n')
  expect(output).toMatch(new RegExp(`"level":50.*"pid":${killed},.*"signal":"SIGKILL","restartsInMs":500`))
  for (const pid of first) expect(output).toContain(`"pid":${pid}`)

  const pids = await shared.pids()
  const endLogin = await beginLogin(portico.url)
  await fetch(`${portico.url}/healthz`)
  const ended = portico.end('SIGTERM')
  const loggedIn = endLogin()
  expect([await loggedIn, await ended]).toEqual([401, 0])
  for (const pid of pids) expect(isAlive(pid)).toBe(false)
  expect(await shared.pids()).toEqual([])
})

test('a process that cannot start ends the whole with its sentence', async ({ shared }) => {
  const internalPort = await freePorts()
  const blocker = createServer().listen(internalPort + 1, '127.0.0.1')
  onTestFinished(() => void blocker.close())
  await once(blocker, 'listening')
  const start = (env: Record<string, string>) =>
    temporaryFolder().then((DATA_DIR) =>
      failToStart({ ...shared.env, DATA_DIR, PORTICO_PROCESSES: '2', ...env }),
    )

  const [metrics, address] = [
    await start({ INTERNAL_PORT: `${internalPort}` }),
    await start({ HOST: '203.0.113.7' }),
  ]

  expect(metrics.code).toBe(1)
  expect(metrics.complaint).toMatch(
    /^INTERNAL_PORT \d+ cannot be opened: .+\.\nProcess 2 \(\d+\) did not start, so all were ended\.\n$/,
  )
  expect(address.code).toBe(1)
  expect(address.complaint).toMatch(
    /^HOST 203\.0\.113\.7 is not an address of this machine\.\nProcess 1 \(\d+\) did not start, so all were ended\.\n$/,
  )
  expect(await shared.pids()).toEqual([])
})

test('web processes leave jobs to workers, which answer nothing but their health', async ({ shared }) => {
  const worker = await startPortico({ ...shared.env, PORTICO_ROLE: 'worker' })
  const web = await startPortico({ ...shared.env, PORTICO_ROLE: 'web' })
  expect((await shared.roles()).sort()).toEqual(['web', 'worker'])
  const ada = await registerFreelancer(web)

  const { email } = await ada.createClient({ sendEmail: true })

  const sentBy = ({ dataDir }: { dataDir: string }) =>
    listCaptured(capturedMailDir(dataDir)).then((emails) => emails.map(({ to }) => to.address))
  await vi.waitFor(async () => expect(await sentBy(worker)).toContain(email), WAIT_OPTIONS)
  expect(await sentBy(web)).toEqual([])
  expect((await fetch(`${worker.url}/readyz`)).status).toBe(200)
  expect((await fetch(`${worker.url}/api/projects`)).status).toBe(404)
})
