import { expect, test, vi } from 'vitest'
import { takeTurns } from './turns.ts'

test('so many at once, in order, whatever becomes of them', async () => {
  const turn = takeTurns({ atOnce: 2, patience: 1_000 })
  const ends: (() => void)[] = []
  const begun: number[] = []
  const work = [1, 2, 3, 4].map((n) =>
    turn(() => {
      begun.push(n)
      return new Promise<number>((resolve, reject) =>
        ends.push(() => (n === 1 ? reject(new Error('no')) : resolve(n))),
      )
    }),
  )
  const settled = Promise.allSettled(work)

  expect(begun).toEqual([1, 2])
  ends[0]?.()
  await vi.waitFor(() => expect(begun).toEqual([1, 2, 3]))
  ends[1]?.()
  await vi.waitFor(() => expect(begun).toEqual([1, 2, 3, 4]))
  for (const end of ends) end()

  expect((await settled).map(({ status }) => status)).toEqual(['rejected', ...Array(3).fill('fulfilled')])
})

test('who has waited too long is told to come again, and the next one is let in', async () => {
  vi.useFakeTimers()
  try {
    const turn = takeTurns({ atOnce: 1, patience: 1_000 })
    let finish = () => {}
    const first = turn(() => new Promise<void>((resolve) => (finish = resolve)))
    const second = turn(async () => 'second').catch((error) => error.code)
    vi.setSystemTime(Date.now() + 900)
    const third = turn(async () => 'third')
    vi.setSystemTime(Date.now() + 200)
    finish()

    expect(await Promise.all([first, second, third])).toEqual([undefined, 'NOT_READY', 'third'])
    expect(await turn(async () => 'fourth')).toBe('fourth')
  } finally {
    vi.useRealTimers()
  }
})
