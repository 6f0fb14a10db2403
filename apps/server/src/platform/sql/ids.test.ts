import { expect, test } from 'vitest'
import { manyIds } from './ids.ts'

test('ids made by the thousand are all different, and in the order of their making', () => {
  const ids = Array.from({ length: 5_000 }, manyIds)

  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual([...ids].sort())
})
