import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { retryNow, retryWithBackoff } from './retry.ts'

const lost = new Error('lost')

function retryAlways(attempt: (resetDelay: () => void) => Promise<unknown>, part = {}) {
  const { signal } = new AbortController()
  return retryWithBackoff(attempt, { shouldRetry: () => true, onInterrupted: () => {}, signal, ...part })
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('doubles the delay after each failure', async () => {
  const attempt = vi.fn(() => Promise.resolve('done'))
  for (const _failure of [1, 2, 3]) attempt.mockRejectedValueOnce(lost)

  const result = retryAlways(attempt)
  await vi.advanceTimersByTimeAsync(1_000 + 2_000 + 3_999)
  expect(attempt).toHaveBeenCalledTimes(3)

  await vi.advanceTimersByTimeAsync(1)
  expect(await result).toBe('done')
})

test('starts again with the first delay after an attempt that made progress', async () => {
  const interrupts: (() => void)[] = []
  const attempt = vi.fn((resetDelay: () => void) => {
    if (attempt.mock.calls.length <= 5) return Promise.reject(lost)
    resetDelay()
    return new Promise((_resolve, reject) => interrupts.push(() => reject(lost)))
  })
  retryAlways(attempt)
  await vi.advanceTimersByTimeAsync(31_000)
  expect(attempt).toHaveBeenCalledTimes(6)

  interrupts[0]?.()
  await vi.advanceTimersByTimeAsync(1_000)

  expect(attempt).toHaveBeenCalledTimes(7)
})

test.for([
  ['retryNow is called', retryNow],
  ['the browser is online again', () => window.dispatchEvent(new Event('online'))],
] as const)('does not wait any longer when %s', async ([_when, happens]) => {
  const attempt = vi.fn(() => Promise.resolve('done')).mockRejectedValueOnce(lost)
  const result = retryAlways(attempt)
  await vi.advanceTimersByTimeAsync(1)

  happens()

  expect(await result).toBe('done')
})

test('does not repeat an attempt that should not be retried', async () => {
  const onInterrupted = vi.fn()

  const result = retryAlways(() => Promise.reject(lost), { shouldRetry: () => false, onInterrupted })

  await expect(result).rejects.toBe(lost)
  expect(onInterrupted).not.toHaveBeenCalled()
})

test('stops waiting when it is aborted', async () => {
  const controller = new AbortController()
  const attempt = vi.fn(() => Promise.reject(lost))
  const result = retryAlways(attempt, { signal: controller.signal })
  const rejected = expect(result).rejects.toBe('cancelled')
  await vi.advanceTimersByTimeAsync(1)

  controller.abort('cancelled')

  await rejected
  expect(attempt).toHaveBeenCalledTimes(1)
})
