import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { accounts, clients } from '@portico/contract'
import { describe, onTestFinished, vi } from 'vitest'
import { test as base, expect } from '../../../test/fixtures.ts'
import { subscribe } from '../../../test/subscriptions.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { buildApp } from '../../app.ts'

const test = base.extend('port', { scope: 'file' }, async ({ ctx }, { onCleanup }) => {
  const app = await buildApp(ctx, { web: false })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onCleanup(() => app.close())
  return (app.server.address() as AddressInfo).port
})

describe('a JSON body', () => {
  const post = (port: number, body: string | Buffer | ReadableStream, headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/api/auth/login`, {
      method: 'POST',
      body,
      headers,
      duplex: 'half',
    } as RequestInit)

  test('gets 415 without a content type', async ({ port }) => {
    const reply = await post(port, Buffer.from('{}'), {})
    expect(reply.status).toBe(415)
  })

  test.for([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'multipart/form-data; boundary=x',
  ])('gets 415 as %s', async (type, { port }) => {
    const reply = await post(port, '{"email":"a@b.test","password":"x"}', { 'content-type': type })
    expect(reply.status).toBe(415)
    expect(await reply.json()).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' })
  })

  test.for([
    ' application/json',
    'application/json\t;a',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
  ])('is validated as %j', async (type, { port }) => {
    const reply = await post(port, '{"email":1}', { 'content-type': type })
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ code: 'INVALID_INPUT' })
  })

  test.for([
    '{',
    '\ufeff{"email":"a@b.test","password":"a whole login"}',
    '{"__proto__":{"admin":true}}',
    Buffer.from('{"a":1}', 'utf16le'),
    Buffer.from([0x1f, 0x8b, 8, 0]),
    'null',
    '[]',
    '"x"',
    '1',
    `${'['.repeat(1_000)}${']'.repeat(1_000)}`,
  ])('gets 400 for %j', async (body, { port }) => {
    const reply = await post(port, body, { 'content-type': 'application/json' })
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({
      statusCode: 400,
      code: expect.any(String),
      message: expect.any(String),
    })
  })

  test('gets 413 over 64 KiB', async ({ port }) => {
    const reply = await post(port, `"${'x'.repeat(64 * 1_024)}"`, { 'content-type': 'application/json' })
    expect(reply.status).toBe(413)
    expect(await reply.json()).toMatchObject({ code: 'TOO_LARGE' })
  })
})

test('counts a connection that closes within a body as 400, not 500', async ({ ctx }) => {
  const app = await buildApp(ctx, { web: false })
  onTestFinished(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const requested = once(app.server, 'request')
  socket.write(
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  )
  const [, reply] = await requested
  socket.destroy()

  await vi.waitFor(() => expect(reply.statusCode).toBe(400), WAIT_OPTIONS)
})

test.for([
  { refused: 413, url: '/api/auth/login', type: 'application/json', length: 100_000 },
  { refused: 415, url: '/api/auth/login', type: 'application/jsonp', length: 1_000 },
  { refused: 413, url: '/api/stripe/webhook', type: 'application/json', length: 10_000_000 },
])(
  'closes the connection of a body that was refused with $refused by $url and never ends',
  async ({ refused, url, type, length }, { app, port }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const socket = connect(port, '127.0.0.1')
      const ended = once(socket, 'close')
      socket.write(
        `POST ${url} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n{`,
      )
      const [response] = await once(socket, 'data')
      expect(String(response)).toMatch(new RegExp(`^HTTP/1\\.1 ${refused} `))
      await vi.advanceTimersByTimeAsync(30_000)
      await ended
    } finally {
      vi.useRealTimers()
    }
    expect((await app.inject('/healthz')).statusCode).toBe(200)
  },
)

describe('an endpoint without a body', () => {
  test.for([{ 'content-type': 'application/json' }, {}])(
    'accepts no body with the headers %j',
    async (headers, { app, given }) => {
      const client = await given.client(await given.freelancer())
      const authorization = `Bearer ${client.freelancer.token}`
      for (const payload of [undefined, '']) {
        const reply = await app.inject({
          method: 'POST',
          url: `/api/clients/${client.id}/resend-login`,
          headers: { ...headers, authorization },
          payload,
        })
        expect(reply.statusCode).toBe(200)
      }
      const reply = await app.inject({
        method: 'DELETE',
        url: `/api/clients/${client.id}`,
        headers: { ...headers, authorization },
      })
      expect(reply.statusCode).toBe(204)
    },
  )

  test.for([
    ['JSON that is empty', { 'content-type': 'application/json' }, ''],
    ['an empty object', { 'content-type': 'application/json' }, '{}'],
    ['nothing', {}, undefined],
  ] as const)(
    'deletes, resends, cancels and downgrades with %s',
    async ([, type, payload], { app, ctx, given }) => {
      const ada = await given.freelancer({ plan: 'free' })
      await subscribe(ctx, ada, 'pro', 'good')
      const client = await given.client(ada)
      const project = await given.project(client)
      const headers = { ...type, authorization: `Bearer ${ada.token}` }

      for (const [method, path] of [
        ['DELETE', `/projects/${project.id}`],
        ['POST', `/clients/${client.id}/resend-login`],
        ['DELETE', `/clients/${client.id}`],
        ['POST', '/stripe/cancel-subscription'],
        ['POST', '/billing/downgrade'],
      ] as const) {
        const reply = await app.inject({ method, url: `/api${path}`, headers, payload })
        expect(reply.statusCode, `${method} ${path}: ${reply.body}`).toBeLessThan(300)
      }
    },
  )

  test('accepts an empty object, and no other', async ({ api, given }) => {
    const client = await given.client(await given.freelancer())
    const send = (body: object) =>
      api.as(client.freelancer).send(clients.resendLogin, { params: { id: client.id }, body })
    expect((await send({})).status).toBe(200)
    expect((await send({ to: 'x@y.test' })).status).toBe(400)
  })
})

test('names at most twenty unknown fields', async ({ api }) => {
  const body = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`field${n}`, n]))
  const reply = await api.as(null).send(accounts.register, { body })
  expect(reply.status).toBe(400)
  expect(Object.keys((reply.body as { fields: object }).fields)).toHaveLength(20)
})
