import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { accounts, clients } from '@portico/contract'
import { sql } from 'kysely'
import { describe, onTestFinished } from 'vitest'
import { type Api, test as base, expect, sessionToken, tokenFromUrl } from '../../../test/fixtures.ts'
import type { TestClient } from '../../../test/given.ts'
import { readUntil } from '../../../test/raw-socket.ts'
import { buildApp } from '../../app.ts'
import { issueResetLink } from '../../features/accounts/passwords.service.ts'
import { resetAccess, updateClient } from '../../features/clients/access.service.ts'
import { createClient, createLoginLink } from '../../features/clients/clients.service.ts'
import type { AppContext } from '../context.ts'

const EMAIL = 'intruder@example.test'
const NEW_CLIENT = { firstName: 'Tom', lastName: 'Reed', email: EMAIL, sendEmail: false }

const test = base.extend('listening', { scope: 'file' }, async ({ ctx }, { onCleanup }) => {
  const app = await buildApp(ctx, { web: false })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onCleanup(() => app.close())
  return app
})

interface HeldRequest {
  method: string
  path: string
  body: string
}

/** What a freelancer's session can make that gives access to a client's portal. */
const requests: [string, (maya: TestClient) => HeldRequest][] = [
  ['a new client', () => ({ method: 'POST', path: '/clients/create', body: JSON.stringify(NEW_CLIENT) })],
  ['another address', ({ id }) => ({ method: 'PUT', path: `/clients/${id}`, body: `{"email":"${EMAIL}"}` })],
  ['a login link', ({ id }) => ({ method: 'POST', path: `/clients/${id}/login-link`, body: '{}' })],
  [
    'a login link, with an empty body',
    ({ id }) => ({ method: 'POST', path: `/clients/${id}/login-link`, body: '' }),
  ],
  ['a reset of access', ({ id }) => ({ method: 'POST', path: `/clients/${id}/reset-access`, body: '{}' })],
]

/** The ways in which a session ends while its request is under way. */
const endings: [string, (parties: { ctx: AppContext; api: Api; maya: TestClient }) => Promise<unknown>][] = [
  ['logging out', ({ api, maya }) => api.as(maya.freelancer).call(accounts.logout)],
  [
    'ending all other sessions',
    async ({ api, maya: { freelancer } }) => {
      const { email, password } = freelancer
      const token = sessionToken(await api.as(null).call(accounts.login, { body: { email, password } }))
      return api.as({ ...freelancer, token }).call(accounts.endOtherSessions)
    },
  ],
  [
    'resetting the password',
    async ({ ctx, api, maya }) => {
      const token = tokenFromUrl(await issueResetLink(ctx, maya.freelancer.id))
      return api
        .as(null)
        .call(accounts.resetPassword, { body: { token, password: 'a wholly different one' } })
    },
  ],
]

/** Sends the head of a chunked request, waits until its session was checked, and returns what sends the body and reads the response. */
async function holdBody(app: { server: Server }, token: string, request: HeldRequest) {
  const { method, path, body } = request
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const requested = once(app.server, 'request')
  socket.write(
    `${method} /api${path} HTTP/1.1\r\nHost: portico\r\nAuthorization: Bearer ${token}\r\n` +
      'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
  )
  await requested
  return () => {
    const response = readUntil(socket, /\r\n\r\n/)
    socket.write(body === '' ? '0\r\n\r\n' : `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`)
    return response
  }
}

async function readAccess({ db }: AppContext, { id, freelancer }: TestClient) {
  const { rows } = await sql`
    select c.email, array(select l.id from login_link l where l.client_id = c.id) as links,
      (select count(*)::int from client where workspace_id = ${freelancer.id}) as clients
    from client c where c.id = ${id}`.execute(db)
  return rows[0]
}

describe('a request whose session ends before its body has arrived', () => {
  test.for(
    requests.flatMap(([made, requestFor]) =>
      endings.map(([ending, end]) => [made, ending, requestFor, end] as const),
    ),
  )('does not make %s after %s', async ([, , requestFor, end], { ctx, api, given, listening }) => {
    const maya = await given.client(await given.freelancer())
    await api.as(maya.freelancer).call(clients.get, { params: { id: maya.id } })
    const before = await readAccess(ctx, maya)

    const sendBody = await holdBody(listening, maya.freelancer.token, requestFor(maya))
    await end({ ctx, api, maya })
    const response = await sendBody()

    expect(response).toMatch(/^HTTP\/1\.1 401 /)
    expect(await readAccess(ctx, maya)).toEqual(before)
  })

  test('is answered as ever while the session goes on', async ({ given, listening }) => {
    const maya = await given.client(await given.freelancer())

    const sendBody = await holdBody(listening, maya.freelancer.token, {
      method: 'POST',
      path: `/clients/${maya.id}/login-link`,
      body: '{}',
    })

    expect(await sendBody()).toMatch(/^HTTP\/1\.1 200 /)
  })
})

// Another process may still have the session in memory.
test.for<[string, (ctx: AppContext, maya: TestClient) => Promise<unknown>]>([
  ['a new client', (ctx, { freelancer }) => createClient(ctx, freelancer, NEW_CLIENT)],
  ['another address', (ctx, { freelancer, id }) => updateClient(ctx, freelancer, id, { email: EMAIL })],
  ['a login link', (ctx, { freelancer, id }) => createLoginLink(ctx, freelancer, id)],
  ['a reset of access', (ctx, { freelancer, id }) => resetAccess(ctx, freelancer, id)],
])('the transaction that makes %s checks the session', async ([, make], { ctx, api, given }) => {
  const maya = await given.client(await given.freelancer())
  await api.as(maya.freelancer).call(accounts.logout)
  const before = await readAccess(ctx, maya)

  await expect(make(ctx, maya)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })

  expect(await readAccess(ctx, maya)).toEqual(before)
})
