import { expect, test } from 'vitest'
import { endpoints } from './index.ts'

interface Schema {
  type?: string
  minimum?: number
  maximum?: number
  [keyword: string]: unknown
}

const MAX_INT = 2 ** 31 - 1

test('every integer that is sent is one that PostgreSQL can store', () => {
  const sent = endpoints.map(({ method, url, schema }) => ({
    at: `${method} ${url}`,
    schema: { ...schema, response: undefined },
  }))

  const unlimited = sent.filter(({ schema }) =>
    integersIn(schema).some(
      ({ minimum = -Infinity, maximum = Infinity }) => minimum < -MAX_INT || maximum > MAX_INT,
    ),
  )

  expect(unlimited.map(({ at }) => at)).toEqual([])
  expect(sent.flatMap(({ schema }) => integersIn(schema)).length).toBeGreaterThan(5)
})

function integersIn(schema: unknown): Schema[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = (schema as Schema).type === 'integer' ? [schema as Schema] : []
  return [...own, ...Object.values(schema).flatMap(integersIn)]
}
