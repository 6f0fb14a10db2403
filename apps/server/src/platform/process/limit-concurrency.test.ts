import { expect, test, vi } from 'vitest'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { limitConcurrency } from './limit-concurrency.ts'

test('runs a limited number of tasks at once, in order, whether they fail or not', async () => {
  const limited = limitConcurrency({ maxConcurrent: 2, maxWaitMs: 60_000 })
  const ends: (() => void)[] = []
  const started: number[] = []
  const tasks = [1, 2, 3, 4].map((n) =>
    limited(() => {
      started.push(n)
      return new Promise<number>((resolve, reject) =>
        ends.push(() => (n === 1 ? reject(new Error('no')) : resolve(n))),
      )
    }),
  )
  const settled = Promise.allSettled(tasks)

  expect(started).toEqual([1, 2])
  ends[0]?.()
  await vi.waitFor(() => expect(started).toEqual([1, 2, 3]), WAIT_OPTIONS)
  ends[1]?.()
  await vi.waitFor(() => expect(started).toEqual([1, 2, 3, 4]), WAIT_OPTIONS)
  for (const end of ends) end()

  expect((await settled).map(({ status }) => status)).toEqual(['rejected', ...Array(3).fill('fulfilled')])
})

test('refuses a task that waited too long, and runs the next one', async () => {
  vi.useFakeTimers()
  try {
    const limited = limitConcurrency({ maxConcurrent: 1, maxWaitMs: 1_000 })
    let finish = () => {}
    const first = limited(() => new Promise<void>((resolve) => (finish = resolve)))
    const second = limited(async () => 'second').catch((error) => error.code)
    vi.setSystemTime(Date.now() + 900)
    const third = limited(async () => 'third')
    vi.setSystemTime(Date.now() + 200)
    finish()

    expect(await Promise.all([first, second, third])).toEqual([undefined, 'NOT_READY', 'third'])
    expect(await limited(async () => 'fourth')).toBe('fourth')
  } finally {
    vi.useRealTimers()
  }
})
