import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import * as live from './live.ts'
import { createQueryClient } from './query-client.ts'
import { useLive } from './use-live.ts'

const stop = vi.fn()
let startLiveUpdates: ReturnType<typeof mockLiveUpdates>

beforeEach(() => {
  stop.mockReset()
  startLiveUpdates = mockLiveUpdates()
  vi.useFakeTimers()
})

test('connects an area once its page is open for five seconds, and disconnects when its session ends', async () => {
  const client = createQueryClient()
  const { rerender } = renderHook(({ on }) => useLive('freelancer', client, on), {
    initialProps: { on: true },
  })
  expect(startLiveUpdates).not.toHaveBeenCalled()

  await vi.advanceTimersByTimeAsync(5_000)
  expect(startLiveUpdates).toHaveBeenCalledExactlyOnceWith('freelancer', client)
  expect(stop).not.toHaveBeenCalled()

  rerender({ on: false })
  expect(stop).toHaveBeenCalledOnce()
})

test('does not connect an area that is left earlier', async () => {
  const { unmount } = renderHook(() => useLive('client', createQueryClient(), true))

  unmount()
  await vi.advanceTimersByTimeAsync(5_000)

  expect(startLiveUpdates).not.toHaveBeenCalled()
})

function mockLiveUpdates() {
  return vi.spyOn(live, 'startLiveUpdates').mockReturnValue(stop)
}
