import { endpoints } from '@portico/contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import '../app.ts'
import { createOpenApi } from './openapi.ts'
import type { Operation } from './openapi-types.ts'

const document = JSON.parse(JSON.stringify(createOpenApi('https://portico.example'))) as ReturnType<
  typeof createOpenApi
>
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))

test('is valid OpenAPI 3.1', async () => {
  const validator = new Validator()

  expect(await validator.validate({ ...document })).toMatchObject({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('resolves every reference, and has no unused component', () => {
  const text = JSON.stringify(document)
  const refs = new Set([...text.matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, path]) => path))
  const { securitySchemes: _, ...components } = document.components
  const defined = Object.entries(components).flatMap(([kind, items]) =>
    Object.keys(items).map((name) => `${kind}/${name}`),
  )

  expect([...refs].filter((ref) => !defined.includes(ref ?? ''))).toEqual([])
  expect(defined.filter((name) => !refs.has(name) && !name.startsWith('examples/'))).toEqual([])
})

test('lists every endpoint with a unique operationId and its security', () => {
  expect(operations).toHaveLength(endpoints.length)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(endpoints.length)
  expect(operationOf('/projects', 'post')).toBeUndefined()
  expect(operationOf('/projects/{id}', 'put').security).toEqual([{ freelancer: [] }])
  expect(operationOf('/projects/client', 'get').security).toEqual([{ client: [] }])
  expect(operationOf('/auth/logout', 'post').security).toEqual([{ freelancer: [] }, { client: [] }])
  expect(operationOf('/auth/login', 'post').security).toEqual([])
})

test('lists the error statuses of an operation', () => {
  expect(statusesOf('/projects/{id}', 'put')).toEqual([
    '200',
    '400',
    '401',
    '403',
    '404',
    '409',
    '413',
    '415',
    '500',
    '503',
  ])
  expect(statusesOf('/projects', 'get')).toEqual(['200', '400', '401', '403', '500', '503'])
  expect(statusesOf('/auth/login', 'post')).toEqual([
    '200',
    '202',
    '400',
    '401',
    '403',
    '409',
    '413',
    '415',
    '429',
    '500',
    '503',
  ])
})

test('lists the Link header of paged endpoints and X-Session-Token of guarded ones', () => {
  const headersOf = (path: string, method: string) =>
    Object.keys((operationOf(path, method).responses['200'] as { headers: object }).headers)

  expect(headersOf('/projects', 'get')).toEqual(['X-Request-Id', 'X-Session-Token', 'Link'])
  expect(headersOf('/auth/login', 'post')).toEqual(['X-Request-Id'])
})

test('contains no format or keyword of our own validator', () => {
  const text = JSON.stringify(document)

  expect(new Set([...text.matchAll(/"format":"([^"]+)"/g)].map(([, format]) => format))).toEqual(
    new Set(['uuid', 'date', 'date-time', 'email', 'password', 'binary']),
  )
  expect(text).not.toContain('patternProperties')
  expect(document.components.schemas.NewClient?.properties?.company).toMatchObject({
    type: ['string', 'null'],
  })
})

function operationOf(path: string, method: string) {
  return document.paths[path]?.[method] as Operation
}

function statusesOf(path: string, method: string) {
  return Object.keys(operationOf(path, method).responses).filter((status) => status !== 'default')
}
