import { expect, onTestFinished, test, vi } from 'vitest'
import { startProxy } from '../../../test/proxy.ts'
import { startRedis } from '../../../test/redis.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { createLimits } from '../limits/limits.ts'
import { openRedis } from './redis.ts'

const OFF = {
  link: null,
  register: null,
  sessions: null,
  chat: null,
  give: null,
  uploads: null,
  pushTests: null,
  search: null,
}

test('rejects commands while Redis is silent, and reports the beginning and the end once', async () => {
  const server = await startRedis()
  const { redis, log, recovered } = await open(server.url)
  const get = () => redis.run((client) => client.get('x'))
  expect(await get()).toBeNull()

  server.pause()
  await expect(get()).rejects.toThrow('Redis does not answer')
  const sent = vi.fn()
  await expect(redis.run(async () => sent())).rejects.toThrow('Redis does not answer')

  expect(sent).not.toHaveBeenCalled()
  expect(redis.isFailing()).toBe(true)
  server.resume()
  await vi.waitFor(() => expect(recovered).toHaveBeenCalled(), WAIT_OPTIONS)
  expect(await get()).toBeNull()
  expect(log.error.mock.calls).toEqual([[expect.anything(), expect.stringMatching(/^Redis does not answer/)]])
  expect(log.info.mock.calls).toEqual([[{ seconds: expect.any(Number) }, 'Redis answers again']])
})

test('notices a silent Redis without a command', async () => {
  const server = await startRedis()
  const { redis } = await open(server.url)

  server.pause()

  await vi.waitFor(() => expect(redis.isFailing()).toBe(true), WAIT_OPTIONS)
})

test('rejects waiting commands in their order', async () => {
  const server = await startRedis()
  const { redis } = await open(server.url)
  const rejected: number[] = []

  server.pause()
  await Promise.all(
    [1, 2, 3].map((n) => redis.run((client) => client.get('x')).catch(() => void rejected.push(n))),
  )

  expect(rejected).toEqual([1, 2, 3])
})

test('replaces connections that stay silent', async () => {
  const server = await startRedis()
  const proxy = await startProxy({ port: Number(new URL(server.url).port) })
  const { redis, recovered } = await open(`redis://127.0.0.1:${proxy.connection.port}`)

  proxy.dropAll()
  await vi.waitFor(() => expect(redis.isFailing()).toBe(true), WAIT_OPTIONS)
  proxy.restore()

  await vi.waitFor(() => expect(recovered).toHaveBeenCalled(), WAIT_OPTIONS)
  expect(await redis.run((client) => client.get('x'))).toBeNull()
})

test('counts a limit in memory while Redis is silent, and in Redis afterwards', async () => {
  const server = await startRedis()
  const { redis, recovered } = await open(server.url)
  const limits = createLimits({ ...OFF, login: { count: 2, seconds: 900 } }, redis)
  const attempt = () => limits.login.attempt('ada@example.com', '203.0.113.7', async () => undefined)

  server.pause()
  await attempt()
  await attempt()
  await expect(attempt()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })

  server.resume()
  await vi.waitFor(() => expect(recovered).toHaveBeenCalled(), WAIT_OPTIONS)
  expect(await limits.login.attempt('lin@example.com', '203.0.113.7', async () => 'lin')).toBe('lin')
})

async function open(url: string) {
  const log = { error: vi.fn(), info: vi.fn() }
  const redis = await openRedis(url, log)
  onTestFinished(() => redis.close())
  const recovered = vi.fn()
  redis.onRecovery(recovered)
  return { redis, log, recovered }
}
