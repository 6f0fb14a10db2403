import {
  type accounts,
  type Endpoint,
  formats,
  type Input,
  type Output,
  type Problem,
} from '@portico/contract'
import { Ajv, type ValidateFunction } from 'ajv'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { TSchema } from 'typebox'
import { test as base, expect } from 'vitest'
import { buildApp } from '../src/app.ts'
import { callExamples, errorsBeforeRouting, listErrors } from '../src/docs/error-codes.ts'
import { createTestContext } from './context.ts'
import { createEmailFixture } from './emails.ts'
import { type Fields, formOf } from './forms.ts'
import { createGiven, type TestUser } from './given.ts'

export { daysFromNow, tokenFromUrl } from './given.ts'
export { expect }

export interface Reply<Body> {
  status: number
  body: Body
  headers: Record<string, unknown>
}
export interface Inputs {
  params?: object
  querystring?: object
  body?: unknown
  headers?: Record<string, string>
}
type Args<E extends Endpoint> = Record<never, never> extends Input<E> ? [input?: Input<E>] : [input: Input<E>]

export const test = base
  .extend('testContext', { scope: 'file' }, async ({}, { onCleanup }) => {
    const testContext = await createTestContext()
    onCleanup(testContext.close)
    return testContext
  })
  .extend('ctx', { scope: 'file' }, ({ testContext }) => testContext.ctx)
  .extend('clock', ({ testContext: { clock } }, { onCleanup }) => {
    onCleanup(clock.reset)
    return clock
  })
  .extend('emails', ({ testContext }) => createEmailFixture(testContext))
  .extend('app', { scope: 'file' }, async ({ ctx }, { onCleanup }) => {
    const app = await buildApp(ctx, { web: false })
    onCleanup(() => app.close())
    return app
  })
  .extend('given', ({ ctx }) => createGiven(ctx))
  .extend('api', ({ app }) => createApi(app))

export type Api = ReturnType<typeof createApi>

function createApi(app: FastifyInstance) {
  return {
    as: (person: TestUser | null) => ({
      /** Calls an endpoint with typed input; the response must match the contract. */
      async call<E extends Endpoint>(
        endpoint: E,
        ...[input]: Args<E>
      ): Promise<Reply<Output<E> & Partial<Problem>>> {
        return this.send(endpoint, input as Inputs) as Promise<Reply<Output<E> & Partial<Problem>>>
      },
      /** Sends untyped input, for requests that a typed caller cannot make. */
      async send(
        endpoint: Endpoint,
        { params = {}, querystring, body, headers }: Inputs = {},
      ): Promise<Reply<unknown>> {
        const path = endpoint.url.replace(/:(\w+)/g, (_, name: string) =>
          encodeURIComponent((params as Record<string, string>)[name] ?? ''),
        )
        const reply = await app.inject({
          method: endpoint.method,
          url: `/api${path}`,
          ...(querystring && { query: omitUndefined(querystring) }),
          ...encodeBody(endpoint, body, {
            ...(person && { authorization: `Bearer ${person.token}` }),
            ...headers,
          }),
        })
        const response = {
          status: reply.statusCode,
          body: decodeBody(reply),
          headers: reply.headers,
        }
        if (response.status < 300) expectContract(endpoint, response)
        else expectDocumentedProblem(endpoint, response)
        return response
      },
    }),
  }
}

/** The token of a login that needs no second step. */
export function sessionToken({
  body,
}: Reply<accounts.SignedIn | accounts.LoginChallenge | Partial<Problem>>) {
  if (!('token' in body)) throw new Error('It is not signed in')
  return body.token
}

function encodeBody({ config }: Endpoint, body: unknown, headers: Record<string, string>) {
  if (body === undefined) return { headers }
  if (!config.sends || headers['content-type']) return { headers, payload: body as object }
  const form = formOf(fillFile(body as Fields))
  return { headers: { ...headers, 'content-type': form.type }, payload: form.bytes }
}

/** Adds bytes to a file that is only a name. */
function fillFile(fields: Fields): Fields {
  if (Array.isArray(fields) || !('file' in fields) || typeof fields.file !== 'string') return fields
  return {
    ...fields,
    file: { name: fields.file, type: 'application/octet-stream', bytes: Buffer.from('8 bytes.') },
  }
}

function decodeBody({ body, rawPayload, headers }: LightMyRequestResponse) {
  if (body === '') return null
  return String(headers['content-type']).startsWith('application/json') ? JSON.parse(body) : rawPayload
}

function omitUndefined(query: object): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
}

const ajv = new Ajv({ formats, allErrors: true, strict: false })
const checks = new WeakMap<TSchema, ValidateFunction>()

/** Compiled once for each schema. */
function checkOf(schema: TSchema): ValidateFunction {
  const check = checks.get(schema) ?? ajv.compile(forbidExtraProperties(schema) as object)
  checks.set(schema, check)
  return check
}

/** The response has exactly the fields of the contract. */
function expectContract({ method, url, schema }: Endpoint, { status, body }: Reply<unknown>) {
  const expected = schema.response[status as 200]
  expect(expected, `${method} ${url} may return ${status}`).toBeDefined()
  if (Buffer.isBuffer(body)) return
  const check = checkOf(expected as TSchema)
  expect(check(body), `${method} ${url}: ${ajv.errorsText(check.errors)}`).toBe(true)
}

/** An error has the common format, and a code that the API document lists for this endpoint. */
function expectDocumentedProblem(endpoint: Endpoint, { status, body, headers }: Reply<unknown>) {
  expect(body).toMatchObject({ statusCode: status, code: expect.any(String), message: expect.any(String) })
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': expect.any(String),
  })
  expect(JSON.stringify(body)).not.toMatch(/\bat \/|node_modules|\.ts:\d|\bselect .+ from\b/)
  const { code } = body as Problem
  const documented = callExamples.find((call) => call.endpoint === endpoint)
  if (!documented) return
  const codes: string[] = [...listErrors(documented), ...errorsBeforeRouting]
  expect(codes, `${endpoint.method} ${endpoint.url} is not documented to fail like this`).toContain(code)
}

function forbidExtraProperties(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forbidExtraProperties)
  if (typeof schema !== 'object' || schema === null) return schema
  const inside = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, forbidExtraProperties(value)]),
  )
  return inside.type === 'object' ? { ...inside, additionalProperties: false } : inside
}
