import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../app/api.ts'
import { comeBack, loaded } from './come-back.ts'

const broken = () => new ApiError(0, { code: 'UNREACHABLE' })

const { signal } = new AbortController()

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('pauses grow while nothing gets on', async () => {
  const begun = vi.fn(() => Promise.resolve())
  for (const _break of [1, 2, 3]) begun.mockRejectedValueOnce(broken())

  const done = comeBack.after(begun, () => {}, signal)
  await vi.advanceTimersByTimeAsync(1_000 + 2_000 + 3_999)
  expect(begun).toHaveBeenCalledTimes(3)

  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toHaveBeenCalledTimes(4)
  await done
})

test('once it has got on, the next break costs no more than the first', async () => {
  const breaks: (() => void)[] = []
  const begun = vi.fn()
  const work = (getsOn: () => void) => {
    begun()
    if (begun.mock.calls.length <= 5) return Promise.reject(broken())
    return new Promise<void>((_resolve, reject) => {
      getsOn()
      breaks.push(() => reject(broken()))
    })
  }
  comeBack.after(work, () => {}, signal)
  await vi.advanceTimersByTimeAsync(31_000)
  expect(begun).toHaveBeenCalledTimes(6)

  breaks[0]?.()
  await vi.advanceTimersByTimeAsync(1_000)

  expect(begun).toHaveBeenCalledTimes(7)
})

test('code that does not load is a line that broke', async () => {
  const load = vi.fn(() => Promise.reject<string>(new TypeError('Failed to fetch')))
  const used = vi.fn()
  const done = comeBack.after(
    async () => used(await loaded(load())),
    () => load.mockResolvedValueOnce('code'),
    signal,
  )

  await vi.advanceTimersByTimeAsync(1_000)

  await done
  expect(used).toHaveBeenCalledWith('code')
})

test('does not repeat what only the person can solve', async () => {
  const tooMany = new ApiError(409, { code: 'TOO_MANY_UNFINISHED_UPLOADS', message: 'You have 20.' })
  const onLost = vi.fn()

  await expect(comeBack.after(() => Promise.reject(tooMany), onLost, signal)).rejects.toBe(tooMany)

  expect(onLost).not.toHaveBeenCalled()
})
