import { onTestFinished, test, vi } from 'vitest'
import { expect } from '../../../test/fixtures.ts'
import { startRedis } from '../../../test/redis.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { openRedis } from '../process/redis.ts'
import { createRedisStore } from './presence-store.ts'

/** As many stores as processes would have, on one Redis. */
async function createStores(count: number) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { url, stop, start } = await startRedis()
  const log = { error() {}, info() {} }
  const stores = await Promise.all(
    Array.from({ length: count }, async () => {
      const redis = await openRedis(url, log)
      onTestFinished(() => redis.close())
      const onExpired = vi.fn()
      return { ...createRedisStore(redis, onExpired), onExpired, client: redis.client }
    }),
  )
  return { stores: stores as [Store, Store], stop, start }
}
type Store = ReturnType<typeof createRedisStore> & {
  onExpired: ReturnType<typeof vi.fn>
  client: Awaited<ReturnType<typeof openRedis>>['client']
}

test('keeps a person online until the last of several processes removes them', async () => {
  const { stores } = await createStores(2)
  const [first, second] = stores

  expect(await first.add('client:a')).toBe(true)
  expect(await second.add('client:a')).toBe(false)
  expect(await second.has(['client:a', 'client:b'])).toEqual([true, false])
  expect(await first.remove('client:a')).toBe(false)
  expect(await first.has(['client:a'])).toEqual([true])
  expect(await second.remove('client:a')).toBe(true)
  expect(await first.has(['client:a'])).toEqual([false])
})

test('takes the people of a dead process offline, and reports them from one other process', async () => {
  const { stores } = await createStores(3)
  const [dead, ...living] = stores as unknown as [Store, Store, Store]
  await dead.add('client:a')
  const [alive = ''] = await dead.client.keys('*:alive')
  expect(await dead.client.pTTL(alive)).toBeGreaterThan(0)

  await dead.stop()

  expect(await living[0].has(['client:a'])).toEqual([false])
  vi.advanceTimersByTime(10_000)
  await vi.waitFor(
    () => expect(living.flatMap(({ onExpired }) => onExpired.mock.calls)).toEqual([[['client:a']]]),
    WAIT_OPTIONS,
  )
})

test('keeps people online across a restart of Redis', async () => {
  const { stores, stop, start } = await createStores(2)
  const [first, second] = stores
  await first.add('client:a')

  await stop()
  await vi.waitFor(() => expect(second.client.isReady).toBe(false), WAIT_OPTIONS)
  expect(await first.has(['client:a'])).toEqual([true])
  expect(await second.has(['client:a'])).toEqual([false])
  await start()

  await vi.waitFor(async () => expect(await second.has(['client:a'])).toEqual([true]), WAIT_OPTIONS)
})
