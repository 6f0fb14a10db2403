import { endpoints } from '@portico/contract'
import { expect, test } from 'vitest'
import { requestFieldNotes, responseFieldNotes } from './field-notes.ts'

test('describes every request field, and no others', () => {
  const sent = endpoints.flatMap(({ schema: { params, querystring, body } }) => [params, querystring, body])

  expect(namesIn(sent)).toEqual(Object.keys(requestFieldNotes).sort())
})

test('describes every response field', () => {
  const received = endpoints.flatMap(({ schema }) => Object.values(schema.response))
  const problem = ['statusCode', 'code', 'error', 'message', 'fields']

  expect(namesIn(received, problem)).toEqual(Object.keys(responseFieldNotes).sort())
})

/** The names of all properties, however deep. */
function namesIn(schemas: unknown[], others: string[] = []) {
  const names = new Set(others)
  JSON.stringify(schemas, (key, value) => {
    if (key === 'properties') for (const name of Object.keys(value)) names.add(name)
    return value
  })
  return [...names].sort()
}
