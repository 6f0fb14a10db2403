import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { accounts, clients, projects } from '@portico/contract'
import { Type } from 'typebox'
import { describe, onTestFinished, vi } from 'vitest'
import { test as base, expect } from '../../../test/fixtures.ts'
import { uniqueEmail } from '../../../test/given.ts'
import { subscribe } from '../../../test/subscriptions.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { buildApp } from '../../app.ts'
import { createHttpServer } from './server.ts'

const test = base.extend('port', { scope: 'file' }, async ({ ctx }, { onCleanup }) => {
  const app = await buildApp(ctx, { web: false })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onCleanup(() => app.close())
  return (app.server.address() as AddressInfo).port
})

/** Sends bytes as they are and answers all that came back before the line was closed. */
async function sendRaw(port: number, bytes: string | Buffer) {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (data) => {
    answer += data.toString('latin1')
  })
  socket.on('error', () => {})
  socket.write(bytes)
  await new Promise((resolve) => socket.once('close', resolve))
  return answer
}

describe('bodies', () => {
  const post = (port: number, body: string | Buffer | ReadableStream, headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/api/auth/login`, {
      method: 'POST',
      body,
      headers,
      duplex: 'half',
    } as RequestInit)

  test('of no type at all are not read', async ({ port }) => {
    const answer = await sendRaw(
      port,
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 415 /)
  })

  test.for([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'multipart/form-data; boundary=x',
  ])('of type %s are not read', async (type, { port }) => {
    const reply = await post(port, '{"email":"a@b.test","password":"x"}', { 'content-type': type })
    expect(reply.status).toBe(415)
    expect(await reply.json()).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' })
  })

  test.for([
    ' application/json',
    'application/json\t;a',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
  ])('of type %j are checked like any JSON', async (type, { port }) => {
    const reply = await post(port, '{"email":1}', { 'content-type': type })
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ code: 'INVALID_INPUT' })
  })

  test.for([
    '{',
    '\ufeff{"email":"a@b.test"}',
    '{"__proto__":{"admin":true}}',
    Buffer.from('{"a":1}', 'utf16le'),
    Buffer.from([0x1f, 0x8b, 8, 0]),
    'null',
    '[]',
    '"x"',
    '1',
    `${'['.repeat(1_000)}${']'.repeat(1_000)}`,
  ])('%j is refused', async (body, { port }) => {
    const reply = await post(port, body, { 'content-type': 'application/json' })
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({
      statusCode: 400,
      code: expect.any(String),
      message: expect.any(String),
    })
  })

  test('over 64 KiB are too large', async ({ port }) => {
    const reply = await post(port, `"${'x'.repeat(64 * 1_024)}"`, { 'content-type': 'application/json' })
    expect(reply.status).toBe(413)
    expect(await reply.json()).toMatchObject({ code: 'TOO_LARGE' })
  })

  const endless =
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n'
  const chunk = `1000\r\n${'x'.repeat(4_096)}\r\n`

  test('that never end are cut off where they are too large', async ({ port }) => {
    expect(await sendRaw(port, `${endless}${chunk.repeat(40)}`)).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('of ten million are mostly not even read', async ({ ctx }) => {
    const app = await buildApp(ctx, { web: false })
    onTestFinished(() => app.close())
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const lines: Socket[] = []
    app.server.on('connection', (line) => lines.push(line))
    await sendRaw(port, `${endless}${chunk.repeat(2_560)}`)
    expect(lines[0]?.bytesRead).toBeLessThan(2_000_000)
  })
})

test.for(['application/json', 'Application/JSON; charset=utf-8'])(
  'a body (%s) that takes too long is refused, and says so',
  async (type, { app }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const asked = app.inject({
        method: 'POST',
        url: '/api/auth/login',
        headers: { 'content-type': type },
        payload: new Readable({ read() {} }),
      })
      await vi.advanceTimersByTimeAsync(30_000)
      expect((await asked).json()).toMatchObject({ statusCode: 408, code: 'BODY_TOO_SLOW' })
    } finally {
      vi.useRealTimers()
    }
  },
)

test('whoever hangs up within a body has failed, not we', async ({ ctx }) => {
  const app = await buildApp(ctx, { web: false })
  onTestFinished(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const line = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const asked = once(app.server, 'request')
  line.write(
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  )
  const [, response] = await asked
  line.destroy()

  await vi.waitFor(() => expect(response.statusCode).toBe(400), WAIT_OPTIONS)
})

test.for([
  { refused: 413, url: '/api/auth/login', type: 'application/json', length: 100_000 },
  { refused: 415, url: '/api/auth/login', type: 'application/jsonp', length: 1_000 },
  { refused: 413, url: '/api/stripe/webhook', type: 'application/json', length: 10_000_000 },
])(
  'a body that is refused ($refused, $url) and yet never ends is cut off, and hurts nobody',
  async ({ refused, url, type, length }, { app, port }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const line = connect(port, '127.0.0.1')
      const ended = once(line, 'close')
      line.write(
        `POST ${url} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n{`,
      )
      const [answer] = await once(line, 'data')
      expect(String(answer)).toMatch(new RegExp(`^HTTP/1\\.1 ${refused} `))
      await vi.advanceTimersByTimeAsync(30_000)
      await ended
    } finally {
      vi.useRealTimers()
    }
    expect((await app.inject('/healthz')).statusCode).toBe(200)
  },
)

describe('a call without a body', () => {
  test.for([{ 'content-type': 'application/json' }, {}])('works with %j', async (headers, { app, given }) => {
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
  })

  test.for([
    ['JSON that is empty', { 'content-type': 'application/json' }, ''],
    ['an empty object', { 'content-type': 'application/json' }, '{}'],
    ['nothing', {}, undefined],
  ] as const)(
    'with %s deletes, resends, cancels and downgrades',
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

  test('takes an empty object, and nothing else', async ({ api, given }) => {
    const client = await given.client(await given.freelancer())
    const send = (body: object) =>
      api.as(client.freelancer).send(clients.resendLogin, { params: { id: client.id }, body })
    expect((await send({})).status).toBe(200)
    expect((await send({ to: 'x@y.test' })).status).toBe(400)
  })
})

describe('what Node’s parser refuses is answered in our shape', () => {
  test.for([
    ['two lengths', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx', 400],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'an unknown coding',
      'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked, x\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a folded header', 'GET / HTTP/1.1\r\nhost: x\r\na: b\r\n c\r\n\r\n', 400],
    ['a bare line feed', 'GET / HTTP/1.1\nhost: x\n\n', 400],
    ['a bare line feed in a header', 'GET / HTTP/1.1\r\nhost: x\na: b\r\n\r\n', 400],
    ['2,000 headers', `GET / HTTP/1.1\r\nhost: x\r\n${'a: bcdef\r\n'.repeat(2_000)}\r\n`, 431],
    ['a header of 20 KiB', `GET / HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(20_480)}\r\n\r\n`, 431],
    ['no HTTP at all', 'hello\r\n\r\n', 400],
  ] as const)('%s', async ([, bytes, status], { port }) => {
    const answer = await sendRaw(port, bytes)

    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(head.toLowerCase()).toMatch(/connection: close/)
    expect(head).toMatch(/x-request-id: [\w-]{36}/)
    expect(JSON.parse(body)).toMatchObject({ statusCode: status, code: expect.any(String) })
  })

  test('many headers or a long path', async ({ app }) => {
    const headers = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`x-${n}`, 'y']))
    expect((await app.inject({ url: '/healthz', headers })).statusCode).toBe(431)
    expect((await app.inject({ url: `/api/${'x'.repeat(9_000)}` })).statusCode).toBe(414)
  })
})

describe('every answer', () => {
  test('carries the headers that keep it ours', async ({ app, given }) => {
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

  test('a foreign page may not even ask', async ({ app }) => {
    const { statusCode, headers } = await app.inject({
      method: 'OPTIONS',
      url: '/api/projects',
      headers: { origin: 'https://evil.test', 'access-control-request-method': 'GET' },
    })
    expect(statusCode).toBe(404)
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  test('what is not there says so in the same shape', async ({ app }) => {
    const reply = await app.inject({ url: '/api/nothing' })
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toEqual({
      statusCode: 404,
      code: 'NOT_FOUND',
      error: 'Not Found',
      message: 'There is nothing here.',
    })
  })

  test('an unknown key in the query is refused', async ({ api, given }) => {
    const reply = await api.as(await given.freelancer()).send(projects.list, { querystring: { admin: '1' } })
    expect(reply).toMatchObject({ status: 400, body: { fields: { admin: expect.any(String) } } })
  })

  test('is written down as a path, without what stood behind the question mark', async ({ app }) => {
    const lines = vi.spyOn(app.log, 'info')

    await app.inject('/api/clients/login-from-token?token=secret&utm_source=spring')

    const written = JSON.stringify(lines.mock.calls)
    expect(written).toContain('"path":"/api/clients/login-from-token"')
    expect(written).not.toMatch(/secret|spring/)
  })

  test('of a failure inside says nothing of the inside', async ({ api, ctx }) => {
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
})

test('many fields at once are named, but not without end', async ({ api }) => {
  const body = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`field${n}`, n]))
  const reply = await api.as(null).send(accounts.register, { body })
  expect(reply.status).toBe(400)
  expect(Object.keys((reply.body as { fields: object }).fields)).toHaveLength(20)
})

test('leaves out a field that the response schema does not name', async ({ ctx }) => {
  const app = createHttpServer(ctx.config, ctx.log)
  const schema = { response: { 200: Type.Object({ name: Type.String() }) } }
  app.get('/', { schema }, async () => ({ name: 'Ada', secret: 'not for the browser' }))

  expect((await app.inject('/')).json()).toEqual({ name: 'Ada' })
})
