import { expect, test } from 'vitest'
import { manyIds } from './ids.ts'

test('creates unique ids in ascending order', () => {
  const ids = Array.from({ length: 5_000 }, manyIds)

  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual([...ids].sort())
})
