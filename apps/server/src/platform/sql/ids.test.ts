import { expect, test } from 'vitest'
import { createIdFromPool } from './ids.ts'

test('creates unique ids in ascending order', () => {
  const ids = Array.from({ length: 5_000 }, createIdFromPool)

  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual([...ids].sort())
})
