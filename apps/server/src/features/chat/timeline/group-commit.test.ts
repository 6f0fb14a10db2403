import { expect, test } from 'vitest'
import { groupCommit } from './group-commit.ts'

test('writes the items of one moment together, in order', async () => {
  const batches: number[][] = []
  const double = groupCommit<number, number>(async (items) => {
    batches.push(items)
    return items.map((item) => 2 * item)
  })

  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6])
  expect(batches).toEqual([[1, 2, 3]])
})

test('rejects only the item whose result is an error', async () => {
  const halve = groupCommit<number, number>(async (items) =>
    items.map((item) => (item % 2 === 0 ? item / 2 : new Error(`${item} is odd`))),
  )

  const [two, three, four] = await Promise.allSettled([2, 3, 4].map(halve))

  expect(two).toMatchObject({ value: 1 })
  expect(three).toMatchObject({ reason: new Error('3 is odd') })
  expect(four).toMatchObject({ value: 2 })
})

test.for([
  {
    code: '22P02',
    statuses: ['fulfilled', 'rejected', 'fulfilled'],
    title: 'the bad item for an error of values',
  },
  {
    code: '57014',
    statuses: ['rejected', 'rejected', 'rejected'],
    title: 'the whole batch for any other error',
  },
])('rejects $title', async ({ code, statuses }) => {
  const write = groupCommit<number, number>(async (items) => {
    if (items.includes(2)) throw Object.assign(new Error('no'), { code })
    return items
  })

  const results = await Promise.allSettled([1, 2, 3].map(write))

  expect(results.map(({ status }) => status)).toEqual(statuses)
})
