import { expect, onTestFinished, test, vi } from 'vitest'
import type { Redis } from '../process/redis.ts'
import { followOthers } from './presence-gossip.ts'

test('a line to Redis that goes just when we begin to listen is tried again', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let hear: (news: unknown) => void = () => {}
  const subscribe = vi
    .fn<Redis['subscribe']>()
    .mockRejectedValueOnce(new Error('Socket closed unexpectedly'))
    .mockImplementation(async (_channel, listener) => {
      hear = listener
    })
  const heard = vi.fn()
  const others = followOthers({ subscribe, publish: vi.fn(), onReturn: vi.fn() } as unknown as Redis, {
    mine: () => [],
    heard,
  })

  await vi.advanceTimersByTimeAsync(1_000)
  hear({ from: 'another process', here: ['client:a'] })

  expect(heard).toHaveBeenCalledExactlyOnceWith('client:a')
  expect(others.have('client:a')).toBe(true)
  others.stop()
})
