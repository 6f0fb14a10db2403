import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accounts, clients, projects } from '@portico/contract'
import { v7 as newId } from 'uuid'
import { describe, onTestFinished, vi } from 'vitest'
import { expect, test, tokenFromUrl } from '../../../test/fixtures.ts'
import { uniqueEmail } from '../../../test/given.ts'
import { expectWithinASecond } from '../../../test/within-a-second.ts'

const newAccount = () => ({ name: 'Ada Marsh', email: uniqueEmail('ada'), password: 'correct horse' })

describe('registering', () => {
  test('signs the freelancer in', async ({ api, ctx }) => {
    const account = newAccount()

    const { status, body } = await api
      .as(null)
      .call(accounts.register, { body: { ...account, timeZone: 'Europe/London' } })

    expect(status).toBe(201)
    expect(body.user).toEqual({
      id: expect.any(String),
      name: account.name,
      email: account.email,
      role: 'freelancer',
    })
    expect(ctx.tokens.read(body.token)).toMatchObject({
      sub: body.user.id,
      role: 'freelancer',
      name: 'Ada Marsh',
    })
    const { time_zone, plan } = await ctx.db
      .selectFrom('freelancer')
      .selectAll()
      .where('id', '=', body.user.id)
      .executeTakeFirstOrThrow()
    expect({ time_zone, plan }).toEqual({ time_zone: 'Europe/London', plan: 'free' })
  })

  test.for(['Mars/Olympus', 'FOO+3', "'; drop table client; --", '../../etc/passwd'])(
    'in the time zone %j means UTC',
    async (timeZone, { api, ctx }) => {
      const { body } = await api.as(null).call(accounts.register, { body: { ...newAccount(), timeZone } })
      const { time_zone } = await ctx.db
        .selectFrom('freelancer')
        .select('time_zone')
        .where('id', '=', body.user.id)
        .executeTakeFirstOrThrow()
      expect(time_zone).toBe('UTC')
    },
  )

  test('an address is one account, in any case and however padded', async ({ api }) => {
    const account = newAccount()
    await api.as(null).call(accounts.register, { body: account })

    for (const email of [account.email, account.email.toUpperCase(), `  ${account.email} `]) {
      const reply = await api.as(null).call(accounts.register, { body: { ...account, email } })
      expect(reply).toMatchObject({ status: 409, body: { message: 'Email is already registered.' } })
    }
    const login = await api
      .as(null)
      .call(accounts.login, { body: { email: account.email.toUpperCase(), password: account.password } })
    expect(login.status).toBe(200)
  })

  test('ten at once with one address make one account', async ({ api }) => {
    const account = newAccount()
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => api.as(null).call(accounts.register, { body: account })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
  })

  test.for(['name', 'email', 'password'] as const)('without %s', async (field, { api }) => {
    const { [field]: _, ...rest } = newAccount()
    for (const body of [rest, { ...rest, [field]: '' }, { ...rest, [field]: '   ' }]) {
      expect(await api.as(null).send(accounts.register, { body })).toMatchObject({
        status: 400,
        body: { message: 'All fields are required.', fields: { [field]: expect.any(String) } },
      })
    }
  })

  test.for([
    '8 chars!',
    ' leading and trailing ',
    '🔑'.repeat(8),
    'x'.repeat(64),
    'x'.repeat(128),
    'é'.normalize('NFD').repeat(8),
  ])('the password %j opens the account, exactly', async (password, { api }) => {
    const account = { ...newAccount(), password }
    expect((await api.as(null).call(accounts.register, { body: account })).status).toBe(201)
    expect(
      (await api.as(null).call(accounts.login, { body: { email: account.email, password } })).status,
    ).toBe(200)
    expect(
      (await api.as(null).call(accounts.login, { body: { email: account.email, password: `${password} ` } }))
        .status,
    ).toBe(401)
  })

  test.for(['1234567', '🔑'.repeat(7), 'x'.repeat(129), 'nul\0nul\0'])(
    'the password %j is refused',
    async (password, { api }) => {
      const reply = await api.as(null).call(accounts.register, { body: { ...newAccount(), password } })
      expect(reply).toMatchObject({ status: 400, body: { fields: { password: expect.any(String) } } })
    },
  )

  test('passwords are not cut: the 73rd character counts', async ({ api }) => {
    const account = { ...newAccount(), password: `${'a'.repeat(72)}X` }
    await api.as(null).call(accounts.register, { body: account })
    const reply = await api
      .as(null)
      .call(accounts.login, { body: { email: account.email, password: `${'a'.repeat(72)}Y` } })
    expect(reply.status).toBe(401)
  })

  test('nobody registers as more than they are', async ({ api }) => {
    const reply = await api.as(null).send(accounts.register, {
      body: { ...newAccount(), role: 'admin', plan: 'enterprise', subscriptionStatus: 'active' },
    })
    expect(reply).toMatchObject({
      status: 400,
      body: { fields: { role: expect.any(String), plan: expect.any(String) } },
    })
  })
})

describe('logging in', () => {
  test('a wrong password and an unknown address answer alike', async ({ api, given }) => {
    const { email } = await given.freelancer()
    const [wrong, unknown] = await Promise.all(
      [email, uniqueEmail('nobody')].map((who) =>
        api.as(null).call(accounts.login, { body: { email: who, password: 'wrong' } }),
      ),
    )
    expect(wrong).toMatchObject({ status: 401, body: { message: 'Invalid email or password.' } })
    expect(unknown?.body).toEqual(wrong?.body)
    expect(Object.keys(unknown?.headers ?? {})).toEqual(Object.keys(wrong?.headers ?? {}))
  })

  test.for([
    {},
    { email: '', password: '' },
    { email: 'a@b.test', password: '' },
    { email: ' ', password: 'x' },
  ])('with %j', async (body, { api }) => {
    expect(await api.as(null).send(accounts.login, { body })).toMatchObject({
      status: 400,
      body: { message: 'Please enter both email and password.' },
    })
  })

  test('the password itself is nowhere in the database', async ({ ctx, given }) => {
    const { id, password } = await given.freelancer()
    const row = await ctx.db
      .selectFrom('freelancer')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.password_hash).toMatch(/^argon2id\$/)
    expect(JSON.stringify(row)).not.toContain(password)
  })
})

describe('a session', () => {
  const knock = { querystring: {} }

  test('ends at once with logout, and only that one', async ({ api, given }) => {
    const ada = await given.freelancer()
    const { body } = await api
      .as(null)
      .call(accounts.login, { body: { email: ada.email, password: ada.password } })
    const elsewhere = { ...ada, token: body.token }

    expect((await api.as(ada).call(accounts.logout)).status).toBe(204)

    expect((await api.as(ada).call(projects.list, knock)).status).toBe(401)
    expect((await api.as(elsewhere).call(projects.list, knock)).status).toBe(200)
  })

  test('of a client ends with logout too', async ({ api, given }) => {
    const client = await given.client(await given.freelancer())
    expect((await api.as(client).call(accounts.logout)).status).toBe(204)
    expect((await api.as(client).call(projects.listForClient, knock)).status).toBe(401)
  })

  test('is renewed in its last week, and not before', async ({ api, given, clock, ctx }) => {
    const ada = await given.freelancer()

    clock.forward({ days: 22 })
    expect((await api.as(ada).call(projects.list, knock)).headers['x-session-token']).toBeUndefined()
    clock.forward({ days: 2 })
    const { headers } = await api.as(ada).call(projects.list, knock)

    const [before, after] = [ada.token, String(headers['x-session-token'])].map((token) =>
      ctx.tokens.read(token),
    )
    expect(after).toMatchObject({ sub: ada.id, sid: before?.sid, name: ada.name })
    const longer = (after?.exp ?? 0) - (before?.exp ?? 0)
    expect(longer).toBeGreaterThanOrEqual(24 * 86_400)
    expect(longer).toBeLessThan(25 * 86_400)
  })

  test('is one of fifty at most: the oldest ends, also when many begin at once', async ({
    api,
    given,
    ctx,
  }) => {
    await expectWithinASecond(async () => {
      const maya = await given.client(await given.freelancer())
      const enter = () =>
        api.as(null).call(clients.enter, { querystring: { token: tokenFromUrl(maya.loginUrl) } })
      const sessions = () =>
        ctx.db.selectFrom('session').select('id').where('client_id', '=', maya.id).orderBy('id').execute()
      for (let n = 0; n < 46; n++) await enter()
      const before = await sessions()

      const replies = await Promise.all(Array.from({ length: 12 }, enter))

      expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(200))
      const ids = (await sessions()).map(({ id }) => id)
      expect(ids).toHaveLength(50)
      expect(before.slice(9).every(({ id }) => ids.includes(id))).toBe(true)
      return {
        isOver: async () =>
          expect(await api.as(maya).call(projects.listForClient, knock)).toMatchObject({ status: 401 }),
      }
    })
  })

  test('that has expired takes no place of the fifty', async ({ api, given, ctx, clock }) => {
    const maya = await given.client(await given.freelancer())
    const enter = () =>
      api.as(null).call(clients.enter, { querystring: { token: tokenFromUrl(maya.loginUrl) } })
    await ctx.db
      .insertInto('session')
      .values(
        Array.from({ length: 60 }, () => ({
          id: newId(),
          client_id: maya.id,
          expires_at: new Date().toISOString(),
        })),
      )
      .execute()
    clock.forward({ seconds: 60 })

    await enter()

    expect((await api.as(maya).call(projects.listForClient, knock)).status).toBe(200)
  })

  test('that has ended is not renewed', async ({ api, given, clock }) => {
    const ada = await given.freelancer()
    clock.forward({ days: 24 })
    await api.as(ada).call(accounts.logout)
    expect(await api.as(ada).call(projects.list, knock)).toMatchObject({ status: 401 })
  })
})

describe('a token is refused', () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = (header: object, claims: object, key: string, hash = 'sha256') => {
    const input = `${part(header)}.${part(claims)}`
    return `${input}.${createHmac(hash, key).update(input).digest('base64url')}`
  }
  const HS256 = { alg: 'HS256', typ: 'JWT' }

  test('unless we signed it just so', async ({ api, given, ctx }) => {
    const [ada, eve] = await Promise.all([given.freelancer(), given.freelancer()])
    const maya = await given.client(eve)
    const secret = ctx.config.appSecret
    const claims = { ...ctx.tokens.read(ada.token) }
    const [head, , signature] = ada.token.split('.')
    const now = Math.floor(Date.now() / 1_000)
    const asked = vi.fn()
    const keys = createServer(asked).listen(0, '127.0.0.1')
    onTestFinished(() => void keys.close())
    await once(keys, 'listening')
    const keysUrl = `http://127.0.0.1:${(keys.address() as AddressInfo).port}/keys`
    const alike = (alg: string) => ({
      [`alg ${alg}, signed`]: signed({ alg, typ: 'JWT' }, claims, secret),
      [`alg ${alg}, unsigned`]: `${part({ alg, typ: 'JWT' })}.${part(claims)}.`,
      [`alg ${alg}, anything`]: `${part({ alg, typ: 'JWT' })}.${part(claims)}.x`,
    })

    const tokens = {
      ...alike('none'),
      ...alike('None'),
      ...alike('NONE'),
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

    for (const [what, token] of Object.entries(tokens)) {
      expect((await api.as({ ...ada, token }).call(projects.list, { querystring: {} })).status, what).toBe(
        401,
      )
    }
    expect(
      (await api.as({ ...ada, token: signed(HS256, claims, secret) }).call(projects.list, {})).status,
      'as we sign it',
    ).toBe(200)
    expect(asked).not.toHaveBeenCalled()
  })

  test.for(['', 'Bearer', 'Bearer  x', 'Basic eDp4', 'bearer'])(
    'as the header %j',
    async (authorization, { api }) => {
      expect((await api.as(null).send(projects.list, { headers: { authorization } })).status).toBe(401)
    },
  )

  test('in two headers', async ({ app, given }) => {
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

  test('in the query', async ({ app, given }) => {
    const { token } = await given.freelancer()
    expect((await app.inject({ url: `/api/projects?token=${token}` })).statusCode).toBe(401)
    expect(
      (await app.inject({ url: '/api/projects', headers: { cookie: `token=${token}` } })).statusCode,
    ).toBe(401)
  })
})
