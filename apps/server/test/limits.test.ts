import { sql } from 'kysely'
import { generate } from 'otplib'
import { test as base, expect } from 'vitest'
import { buildApp } from '../src/app.ts'
import { createTestContext } from './context.ts'
import { createEmailFixture } from './emails.ts'
import { formOf } from './forms.ts'
import { createGiven, tokenFromUrl } from './given.ts'

/** The real limiter with limits small enough to reach. */
const test = base.extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
  const testContext = await createTestContext({
    LIMIT_LOGIN: '3/900',
    LIMIT_LINK: '3/3600',
    LIMIT_SESSIONS: '5/3600',
    LIMIT_SEARCH: '3/3600',
    LIMIT_UPLOADS: '3/3600',
    LIMIT_MAIL: '2/3600',
    TRUSTED_PROXY: '10.0.0.0/8',
  })
  const app = await buildApp(testContext.ctx, { web: false })
  onCleanup(async () => {
    await app.close()
    await testContext.close()
  })
  return {
    app,
    db: testContext.ctx.db,
    given: createGiven(testContext.ctx),
    emails: createEmailFixture(testContext),
  }
})

test('refuses the right password after too many wrong ones from the same address, but not from another', async ({
  server,
}) => {
  const { email, password } = await server.given.freelancer()
  const login = (tried: string, remoteAddress: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password: tried },
      remoteAddress,
    })

  for (let n = 0; n < 3; n++) expect((await login('wrong', '192.0.2.1')).statusCode).toBe(401)
  const refused = await login(password, '192.0.2.1')

  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: expect.stringMatching(/try again in/),
  })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
  expect((await login(password, '192.0.2.2')).statusCode).toBe(200)
})

test('trusts X-Forwarded-For only from the configured proxy', async ({ server }) => {
  const enter = (remoteAddress: string, forwarded: string) =>
    server.app.inject({
      url: '/api/clients/login-from-token?token=wrong',
      remoteAddress,
      headers: { 'x-forwarded-for': forwarded },
    })

  const viaOurs = await Promise.all([1, 2, 3, 4, 5].map((n) => enter('10.1.2.3', `198.51.100.${n}`)))
  const viaAny = await Promise.all([1, 2, 3, 4, 5].map((n) => enter('203.0.113.9', `198.51.100.${n}`)))

  expect(viaOurs.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401])
  expect(viaAny.map(({ statusCode }) => statusCode).sort()).toEqual([401, 401, 401, 429, 429])
})

test('limits how often wrong login links are opened, and lets right ones in', async ({ server }) => {
  const { loginUrl } = await server.given.client(await server.given.freelancer())
  const open = (token: string) =>
    server.app.inject({
      url: `/api/clients/login-from-token?token=${token}`,
      remoteAddress: '192.0.2.7',
    })

  const statuses = []
  for (let n = 0; n < 4; n++) statuses.push((await open('wrong')).statusCode)

  expect(statuses).toEqual([401, 401, 401, 429])
  expect((await open(tokenFromUrl(loginUrl))).statusCode).toBe(200)
})

test('wrong passwords of many accounts from one address lock nobody out whose password is right', async ({
  server,
}) => {
  const ada = await server.given.freelancer()
  const login = (email: string, password: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password },
      remoteAddress: '192.0.2.60',
    })

  const statuses = []
  for (let n = 0; n < 16; n++) statuses.push((await login(`m${n}@example.test`, 'wrong')).statusCode)

  expect(statuses).toEqual([...Array(15).fill(401), 429])
  expect((await login(ada.email, ada.password)).statusCode).toBe(200)
})

test('gives a login back that failed while the database was away', async ({ server }) => {
  const { email, password } = await server.given.freelancer()
  const login = () =>
    server.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password },
      remoteAddress: '192.0.2.61',
    })

  await sql`alter table freelancer rename to freelancer_away`.execute(server.db)
  const failed = []
  for (let n = 0; n < 4; n++) failed.push((await login()).statusCode)
  await sql`alter table freelancer_away rename to freelancer`.execute(server.db)

  expect(failed).toEqual([500, 500, 500, 500])
  expect((await login()).statusCode).toBe(200)
})

test('limits how often calendars are fetched, beside login links', async ({ server }) => {
  const fetchCalendar = () =>
    server.app.inject({ url: '/api/calendar.ics?token=wrong', remoteAddress: '192.0.2.8' })

  const statuses = []
  for (let n = 0; n < 4; n++) statuses.push((await fetchCalendar()).statusCode)

  expect(statuses).toEqual([404, 404, 404, 429])
})

test('limits the sessions of one person, not counting failed attempts', async ({ server }) => {
  const [ada, eve] = [await server.given.freelancer(), await server.given.freelancer()]
  const maya = await server.given.client(ada) // their first session
  let device = 0
  const address = () => `198.51.100.${++device}`
  const login = ({ email, password }: { email: string; password: string }) =>
    server.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password },
      remoteAddress: address(),
    })
  const enter = () =>
    server.app.inject({
      url: `/api/clients/login-from-token?token=${tokenFromUrl(maya.loginUrl)}`,
      remoteAddress: address(),
    })

  for (let n = 0; n < 6; n++) expect((await login({ ...ada, password: 'wrong' })).statusCode).toBe(401)
  for (let n = 0; n < 5; n++) expect((await login(ada)).statusCode).toBe(200)
  for (let n = 0; n < 4; n++) expect((await enter()).statusCode).toBe(200)

  for (const refused of [await login(ada), await enter()]) {
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000)
  }
  expect((await login(eve)).statusCode).toBe(200)
})

test('limits the login links that a freelancer makes', async ({ server }) => {
  const maya = await server.given.client(await server.given.freelancer())
  const makeLink = ({ token }: { token: string }) =>
    server.app.inject({
      method: 'POST',
      url: `/api/clients/${maya.id}/login-link`,
      headers: { authorization: `Bearer ${token}` },
    })
  const eve = await server.given.freelancer()

  for (let n = 0; n < 6; n++) expect((await makeLink(eve)).statusCode).toBe(404)
  for (let n = 0; n < 5; n++) expect((await makeLink(maya.freelancer)).statusCode).toBe(200)

  expect((await makeLink(maya.freelancer)).statusCode).toBe(429)
})

test('limits the searches of one person, freelancer or client', async ({ server }) => {
  const maya = await server.given.client(await server.given.freelancer())
  const searchAs = (token: string) =>
    server.app.inject({ url: '/api/search?q=menu', headers: { authorization: `Bearer ${token}` } })

  for (const { token } of [maya.freelancer, maya]) {
    for (let n = 0; n < 3; n++) expect((await searchAs(token)).statusCode).toBe(200)
    const refused = await searchAs(token)
    expect(refused.json()).toMatchObject({ statusCode: 429, code: 'TOO_MANY_REQUESTS' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000)
  }
})

test('reports emails over the limit only where the response may reveal it', async ({ server }) => {
  const client = await server.given.client(await server.given.freelancer())
  const ask = () =>
    server.app.inject({ method: 'POST', url: '/api/clients/request-link', payload: { email: client.email } })
  const answers = [await ask(), await ask(), await ask()]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202])
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(await server.emails.to(client.email)).toHaveLength(2)

  const resend = await server.app.inject({
    method: 'POST',
    url: `/api/clients/${client.id}/resend-login`,
    headers: { authorization: `Bearer ${client.freelancer.token}` },
  })
  expect(resend.json()).toMatchObject({ emailStatus: 'limited' })
})

test('limits support requests per email address and per IP address', async ({ server }) => {
  const ask = async (email: string, remoteAddress: string) => {
    const payload = { name: 'Maya', email, message: 'Hello?' }
    return server.app.inject({ method: 'POST', url: '/api/support', payload, remoteAddress })
  }

  for (let n = 0; n < 2; n++) expect((await ask('maya@example.test', '192.0.2.50')).statusCode).toBe(200)
  const third = await ask('MAYA@example.test', '192.0.2.51')
  const others: number[] = []
  for (let n = 0; n < 12; n++) others.push((await ask(`m${n}@example.test`, '192.0.2.52')).statusCode)
  others.push((await ask('last@example.test', '192.0.2.52')).statusCode)

  expect(third.statusCode).toBe(429)
  expect(Number(third.headers['retry-after'])).toBeGreaterThan(3_000)
  expect(others).toEqual([...Array(12).fill(200), 429])
})

test('limits the uploads that guests begin with one link, as forms and resumable ones together', async ({
  server,
}) => {
  const maya = await server.given.client(await server.given.freelancer())
  const [photo] = await server.given.requests(maya.freelancer, await server.given.project(maya), ['Photo'])
  const [link, other] = [await server.given.guestLink(maya, photo), await server.given.guestLink(maya, photo)]
  const begin = ({ token }: { token: string }) =>
    server.app.inject({
      method: 'POST',
      url: `/api/give/${token}/tus`,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '10',
        'upload-metadata': `name ${btoa('Sam')},filename ${btoa('a.bin')}`,
      },
    })
  const sendForm = ({ token }: { token: string }) => {
    const file = { name: 'a.bin', type: 'application/octet-stream', bytes: Buffer.from('a') }
    const { bytes, type } = formOf([
      ['name', 'Sam'],
      ['file', file],
    ])
    const headers = { 'content-type': type }
    return server.app.inject({ method: 'POST', url: `/api/give/${token}`, headers, payload: bytes })
  }

  for (const send of [begin, sendForm, begin]) expect((await send(link)).statusCode).toBe(201)

  for (const send of [begin, sendForm]) {
    const refused = await send(link)
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  }
  expect((await begin(other)).statusCode).toBe(201)
})

test('limits the uploads that one person begins, as forms and resumable ones together', async ({
  server,
}) => {
  const maya = await server.given.client(await server.given.freelancer())
  const { id } = await server.given.project(maya)
  for (const [person, path] of [
    [maya, 'client/upload'],
    [maya.freelancer, 'upload'],
  ] as const) {
    const authorization = `Bearer ${person.token}`
    const begin = () =>
      server.app.inject({
        method: 'POST',
        url: '/api/files/tus',
        headers: {
          authorization,
          'tus-resumable': '1.0.0',
          'upload-length': '10',
          'upload-metadata': `projectId ${btoa(id)},filename ${btoa('a.bin')}`,
        },
      })
    const sendForm = () => {
      const file = { name: 'a.bin', type: 'application/octet-stream', bytes: Buffer.from('a') }
      const { bytes, type } = formOf({ projectId: id, file })
      const headers = { authorization, 'content-type': type }
      return server.app.inject({ method: 'POST', url: `/api/files/${path}`, headers, payload: bytes })
    }

    for (const send of [begin, sendForm, begin]) expect((await send()).statusCode).toBe(201)
    for (const send of [begin, sendForm]) {
      const refused = await send()
      expect(refused.statusCode).toBe(429)
      expect(refused.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
  }
})

test('counts wrong codes of a second factor as wrong passwords, and lets a right password make none of them good', async ({
  server,
}) => {
  const ada = await server.given.freelancer()
  const post = async (url: string, payload: object, headers = {}) => {
    const reply = await server.app.inject({ method: 'POST', url: `/api/auth/${url}`, payload, headers })
    return { status: reply.statusCode, body: reply.json() }
  }
  const headers = { authorization: `Bearer ${ada.token}` }
  const setUp = await post('factors/app', {}, headers)
  const code = await generate({ secret: setUp.body.secret })
  await server.app.inject({
    method: 'PUT',
    url: '/api/auth/factors/app',
    payload: { challenge: setUp.body.challenge, code },
    headers,
  })
  const { email, password } = ada
  const challenges: string[] = []
  for (let attempt = 0; attempt < 3; attempt++) {
    const begun = await post('login', { email, password })
    expect(begun.status).toBe(202)
    challenges.push(begun.body.challenge)
    expect((await post('login/code', { challenge: begun.body.challenge, code: '000000' })).status).toBe(400)
  }

  expect((await post('login/code', { challenge: challenges[0], code })).status).toBe(429)
  expect((await post('login', { email, password })).status).toBe(429)
})
