import { accounts, projects } from '@portico/contract'
import { Type } from 'typebox'
import { vi } from 'vitest'
import { expect, test } from '../../../test/fixtures.ts'
import { uniqueEmail } from '../../../test/given.ts'
import { createSecret } from './secrets.ts'
import { createHttpServer } from './server.ts'

test('sends security headers, and no CORS headers to another origin', async ({ app, given }) => {
  const { token } = await given.freelancer()
  const { headers } = await app.inject({
    url: '/api/projects',
    headers: { authorization: `Bearer ${token}`, origin: 'https://evil.test' },
  })

  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'content-type': 'application/json; charset=utf-8',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    vary: expect.stringContaining('Origin'),
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String),
  })
  expect(headers).not.toHaveProperty('access-control-allow-origin')
  expect(headers).not.toHaveProperty('server')
  expect(headers).not.toHaveProperty('x-powered-by')
})

test('refuses a CORS preflight', async ({ app }) => {
  const { statusCode, headers } = await app.inject({
    method: 'OPTIONS',
    url: '/api/projects',
    headers: { origin: 'https://evil.test', 'access-control-request-method': 'GET' },
  })
  expect(statusCode).toBe(404)
  expect(headers).not.toHaveProperty('access-control-allow-origin')
})

test('returns 404 in our error format for an unknown path', async ({ app }) => {
  const reply = await app.inject({ url: '/api/nothing' })
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toEqual({
    statusCode: 404,
    code: 'NOT_FOUND',
    error: 'Not Found',
    message: 'There is nothing here.',
  })
})

test('returns 400 for an unknown query parameter', async ({ api, given }) => {
  const reply = await api.as(await given.freelancer()).send(projects.list, { querystring: { admin: '1' } })
  expect(reply).toMatchObject({ status: 400, body: { fields: { admin: expect.any(String) } } })
})

test('logs the path of a request without its query', async ({ app }) => {
  const info = vi.spyOn(app.log, 'info')

  await app.inject('/api/clients/login-from-token?token=secret&utm_source=spring')

  const logged = JSON.stringify(info.mock.calls)
  expect(logged).toContain('"path":"/api/clients/login-from-token"')
  expect(logged).not.toMatch(/secret|spring/)
})

test.for([
  '/give/secret',
  '/api/give/secret/tus',
  '/give//secret',
  '/GIVE/secret',
  '/dev/secret/mailbox.json',
])('logs no secret of an address: %s', async (path, { app }) => {
  const info = vi.spyOn(app.log, 'info')

  await app.inject(path)

  expect(JSON.stringify(info.mock.calls)).toMatch(/give|dev/i)
  expect(JSON.stringify(info.mock.calls)).not.toContain('secret')
})

test.for([(token: string) => `/%67ive/${token}`, (token: string) => `/api/give%2F${token}`])(
  'logs no token in an address that is spelt otherwise: %s',
  async (pathWith, { app }) => {
    const info = vi.spyOn(app.log, 'info')
    const { secret } = createSecret()

    await app.inject(pathWith(secret))

    expect(JSON.stringify(info.mock.calls)).toContain('"path":')
    expect(JSON.stringify(info.mock.calls)).not.toContain(secret)
  },
)

test('reveals nothing about an internal error', async ({ api, ctx }) => {
  const { db } = ctx
  ctx.db = db.withSchema('gone')
  const reply = await api
    .as(null)
    .call(accounts.login, { body: { email: uniqueEmail('x'), password: 'x' } })
    .finally(() => {
      ctx.db = db
    })
  expect(reply).toMatchObject({
    status: 500,
    body: { code: 'INTERNAL', message: 'Something went wrong on our side.' },
  })
  expect(JSON.stringify(reply.body)).not.toMatch(/select|gone|relation|\.ts/)
})

test('leaves out a field that the response schema does not name', async ({ ctx }) => {
  const app = createHttpServer(ctx.config, ctx.log)
  const schema = { response: { 200: Type.Object({ name: Type.String() }) } }
  app.get('/', { schema }, async () => ({ name: 'Ada', secret: 'not for the browser' }))

  expect((await app.inject('/')).json()).toEqual({ name: 'Ada' })
})
