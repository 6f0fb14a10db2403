import { expect, test } from 'vitest'
import { groupRows, type RowGroup } from './row-groups.ts'

interface Row {
  id: string
}

const rowsOf = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n): Row => ({ id: `${from + n}` }))
const numbers = (groups: RowGroup<Row>[]) => groups.map(({ rows }) => rows.map(({ id }) => Number(id)))
const keyOf = (groups: RowGroup<Row>[], id: number) =>
  groups.find(({ rows }) => rows.some((row) => row.id === `${id}`))?.key

test('rows are put into groups of a size', () => {
  const groups = groupRows(rowsOf(1, 7), [], 3)

  expect(numbers(groups)).toEqual([[1, 2, 3], [4, 5, 6], [7]])
  expect(new Set(groups.map(({ key }) => key)).size).toBe(3)
})

test('rows that are loaded later fill the last group, and stand in further ones', () => {
  const groups = groupRows(rowsOf(1, 4), [], 3)

  expect(numbers(groupRows(rowsOf(1, 8), groups, 3))).toEqual([
    [1, 2, 3],
    [4, 5, 6],
    [7, 8],
  ])
})

test('rows that come or go leave every other row in its group', () => {
  const before = groupRows(rowsOf(1, 9), [], 3)

  const after = groupRows([...rowsOf(100, 101), ...rowsOf(1, 3), ...rowsOf(5, 9)], before, 3)

  expect(numbers(after)).toEqual([
    [100, 101, 1, 2, 3],
    [5, 6],
    [7, 8, 9],
  ])
  for (const id of [1, 2, 3, 5, 6, 7, 8, 9]) expect(keyOf(after, id)).toBe(keyOf(before, id))
})

test('many rows that come at the top do not make one group of all', () => {
  let groups = groupRows(rowsOf(50, 55), [], 3)
  for (let top = 49; top > 0; top--) groups = groupRows(rowsOf(top, 55), groups, 3)

  expect(Math.max(...groups.map(({ rows }) => rows.length))).toBeLessThanOrEqual(6)
})

test('in another order no group is larger than twice the size, and none has the key of another', () => {
  const rows = rowsOf(1, 40)
  const shuffled = rows.toSorted((a, b) => ((Number(a.id) * 17) % 41) - ((Number(b.id) * 17) % 41))

  const groups = groupRows(shuffled, groupRows(rows, [], 4), 4)

  expect(groups.flatMap(({ rows }) => rows)).toEqual(shuffled)
  expect(Math.max(...groups.map(({ rows }) => rows.length))).toBeLessThanOrEqual(8)
  expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length)
})
