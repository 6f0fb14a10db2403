import { expect, test } from 'vitest'
import { groupCommit } from './group-commit.ts'

const unnamed = () => null

test('what comes together is written together, in order', async () => {
  const batches: number[][] = []
  const double = groupCommit<number, number>(async (items) => {
    batches.push(items)
    return items.map((item) => 2 * item)
  }, unnamed)

  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6])
  expect(batches).toEqual([[1, 2, 3]])
})

test('two of one name go one after the other', async () => {
  const batches: number[][] = []
  const write = groupCommit<number, number>(
    async (items) => {
      batches.push(items)
      return items
    },
    (item) => String(item % 2),
  )

  await Promise.all([1, 2, 3].map(write))

  expect(batches).toEqual([[1, 2], [3]])
})

test('who says the same again and again keeps nobody waiting', async () => {
  const batches: string[][] = []
  const write = groupCommit<string, string>(
    async (items) => {
      batches.push(items)
      return items
    },
    (item) => item,
  )

  await Promise.all(['same', 'same', 'same', 'one', 'other'].map(write))

  expect(batches).toEqual([['same', 'one', 'other'], ['same'], ['same']])
})

test('what is answered with an error is refused alone', async () => {
  const halve = groupCommit<number, number>(
    async (items) => items.map((item) => (item % 2 === 0 ? item / 2 : new Error(`${item} is odd`))),
    unnamed,
  )

  const [two, three, four] = await Promise.allSettled([2, 3, 4].map(halve))

  expect(two).toMatchObject({ value: 1 })
  expect(three).toMatchObject({ reason: new Error('3 is odd') })
  expect(four).toMatchObject({ value: 2 })
})

test('where one may be to blame each is written alone; where none is, all hear the same', async () => {
  const write = (code: string) =>
    groupCommit<number, number>(async (items) => {
      if (items.includes(2)) throw Object.assign(new Error('no'), { code })
      return items
    }, unnamed)
  const statuses = async (store: (item: number) => Promise<number>) =>
    (await Promise.allSettled([1, 2, 3].map(store))).map(({ status }) => status)

  expect(await statuses(write('22P02'))).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await statuses(write('57014'))).toEqual(['rejected', 'rejected', 'rejected'])
})
