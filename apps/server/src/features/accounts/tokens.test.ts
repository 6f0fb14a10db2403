import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { projects } from '@portico/contract'
import { createSigner } from 'fast-jwt'
import { v7 as newId } from 'uuid'
import { describe, onTestFinished, vi } from 'vitest'
import { expect, test } from '../../../test/fixtures.ts'
import { keysFor } from '../../platform/http/secret-keys.ts'

describe('a token', () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = (header: object, claims: object, key: string, hash = 'sha256') => {
    const input = `${part(header)}.${part(claims)}`
    return `${input}.${createHmac(hash, key).update(input).digest('base64url')}`
  }
  const HS256 = { alg: 'HS256', typ: 'JWT' }

  test('is accepted only as we signed it', async ({ api, given, ctx }) => {
    const [ada, eve] = await Promise.all([given.freelancer(), given.freelancer()])
    const maya = await given.client(eve)
    const secret = ctx.config.appSecret
    const claims = { ...ctx.tokens.read(ada.token) }
    const [head, , signature] = ada.token.split('.')
    const now = Math.floor(Date.now() / 1_000)
    const onRequest = vi.fn()
    const keys = createServer(onRequest).listen(0, '127.0.0.1')
    onTestFinished(() => void keys.close())
    await once(keys, 'listening')
    const keysUrl = `http://127.0.0.1:${(keys.address() as AddressInfo).port}/keys`
    const variants = (alg: string) => ({
      [`alg ${alg}, signed`]: signed({ alg, typ: 'JWT' }, claims, secret),
      [`alg ${alg}, unsigned`]: `${part({ alg, typ: 'JWT' })}.${part(claims)}.`,
      [`alg ${alg}, anything`]: `${part({ alg, typ: 'JWT' })}.${part(claims)}.x`,
    })

    const tokens = {
      ...variants('none'),
      ...variants('None'),
      ...variants('NONE'),
      'wrong key': signed(HS256, claims, 'wrong'),
      'empty key': signed(HS256, claims, ''),
      HS384: signed({ alg: 'HS384', typ: 'JWT' }, claims, secret, 'sha384'),
      HS512: signed({ alg: 'HS512', typ: 'JWT' }, claims, secret, 'sha512'),
      kid: signed({ ...HS256, kid: '../../dev/null' }, claims, secret),
      jku: signed({ ...HS256, jku: keysUrl }, claims, 'wrong'),
      x5u: signed({ ...HS256, x5u: keysUrl }, claims, 'wrong'),
      jwk: signed({ ...HS256, jwk: { kty: 'oct', k: 'd3Jvbmc' } }, claims, 'wrong'),
      'another person': `${head}.${part({ ...claims, sub: eve.id })}.${signature}`,
      expired: signed(HS256, { ...claims, exp: now - 1 }, secret),
      'no exp': signed(HS256, { ...claims, exp: undefined }, secret),
      'exp as text': signed(HS256, { ...claims, exp: '9999999999' }, secret),
      'exp 1e300': signed(HS256, { ...claims, exp: 1e300 }, secret),
      'not yet': signed(HS256, { ...claims, nbf: now + 60 }, secret),
      'no session': signed(HS256, { ...claims, sid: undefined }, secret),
      'a session that is not an id': signed(HS256, { ...claims, sid: 'x' }, secret),
      'somebody else’s session': signed(HS256, { ...claims, sid: eve.sessionId }, secret),
      'another person than the session’s': signed(HS256, { ...claims, sub: eve.id }, secret),
      'the session of a client': signed(HS256, { ...claims, sub: maya.id, sid: maya.sessionId }, secret),
      'a session without a row': signed(HS256, { ...claims, sid: newId() }, secret),
      'unknown role': signed(HS256, { ...claims, role: 'admin' }, secret),
      'four parts': `${ada.token}.x`,
      empty: '',
      long: `${head}.${'x'.repeat(8_192)}.${signature}`,
    }

    for (const [label, token] of Object.entries(tokens)) {
      expect((await api.as({ ...ada, token }).call(projects.list, { querystring: {} })).status, label).toBe(
        401,
      )
    }
    expect(
      (await api.as({ ...ada, token: signed(HS256, claims, secret) }).call(projects.list, {})).status,
      'our own signature',
    ).toBe(200)
    expect(onRequest).not.toHaveBeenCalled()
  })

  test.for(['', 'Bearer', 'Bearer  x', 'Basic eDp4', 'bearer'])(
    'is refused in the header %j',
    async (authorization, { api }) => {
      expect((await api.as(null).send(projects.list, { headers: { authorization } })).status).toBe(401)
    },
  )

  test('is refused in two headers', async ({ app, given }) => {
    const { token } = await given.freelancer()
    const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const ask = async (...tokens: string[]) => {
      const headers = ['host', address.host, ...tokens.flatMap((token) => ['authorization', token])]
      const call = request(address, { path: '/api/projects', headers })
      const [reply] = (await once(call.end(), 'response')) as [IncomingMessage]
      reply.resume()
      return reply.statusCode
    }

    expect(await ask(`Bearer ${token}`)).toBe(200)
    expect(await ask(`Bearer ${token}`, `Bearer ${token}`)).toBe(401)
    expect(await ask(`Bearer ${token}`, 'Bearer x')).toBe(401)
  })

  test('is refused in the query and in a cookie', async ({ app, given }) => {
    const { token } = await given.freelancer()
    expect((await app.inject({ url: `/api/projects?token=${token}` })).statusCode).toBe(401)
    expect(
      (await app.inject({ url: '/api/projects', headers: { cookie: `token=${token}` } })).statusCode,
    ).toBe(401)
  })
})

describe('the claims of a token', () => {
  const payloadOf = (token: string) => {
    const [head = '', payload = ''] = token.split('.')
    return [head, payload].map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
  }

  test('name its key, issuer and audience', async ({ given, ctx }) => {
    const ada = await given.freelancer()

    const [head, claims] = payloadOf(ada.token)

    expect(head).toEqual({ alg: 'HS256', typ: 'JWT', kid: expect.stringMatching(/^[\w-]{8}$/) })
    expect(head.kid).not.toContain(ctx.config.appSecret.slice(0, 8))
    expect(claims).toMatchObject({ iss: 'portico', aud: 'portico-session', sub: ada.personId })
  })

  test('of an earlier version had none of these, and are valid until they expire', async ({
    given,
    ctx,
    api,
  }) => {
    const ada = await given.freelancer()
    const { sub, role, sid, iat, exp } = ctx.tokens.read(ada.token) ?? {}
    const former = createSigner({ key: ctx.config.appSecret })({ sub, role, sid, iat, exp })

    expect((await api.as({ ...ada, token: former }).call(projects.list, {})).status).toBe(200)
  })

  test.for([
    ['another issuer', { iss: 'somebody', aud: 'portico-session' }],
    ['another audience', { iss: 'portico', aud: 'something else' }],
    ['no audience', { iss: 'portico' }],
  ] as const)('with %s are refused', async ([, options], { given, ctx }) => {
    const ada = await given.freelancer()
    const { sub, role, sid, exp } = ctx.tokens.read(ada.token) ?? {}
    const [{ kid }] = payloadOf(ada.token)
    const [key] = keysFor(ctx.config, 'session tokens')

    expect(ctx.tokens.read(createSigner({ key, kid, ...options })({ sub, role, sid, exp }))).toBe(null)
  })
})
