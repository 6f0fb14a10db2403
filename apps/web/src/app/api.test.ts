import { accounts, clients, projects } from '@portico/contract'
import { expect, test, vi } from 'vitest'
import { problem, serve, signInClient, signInFreelancer, tokenFor } from '../../test/fixtures.tsx'
import { call, callPage } from './api.ts'
import { currentSession, tokenOf } from './session.ts'

test('fills the path, sends the token of the area and reads the answer', async () => {
  const token = signInFreelancer()
  signInClient()
  const asked = serve({ 'GET /projects/a%2Fb': () => Response.json({ id: 'a/b' }) })

  expect(await call(projects.get, { params: { id: 'a/b' } })).toEqual({ id: 'a/b' })

  const headers = new Headers(asked.mock.calls[0]?.[1]?.headers)
  expect(headers.get('authorization')).toBe(`Bearer ${token}`)
  expect(headers.has('content-type')).toBe(false)
})

test('sends the client token for a client’s endpoint and none for a public one', async () => {
  signInFreelancer()
  const clientToken = signInClient()
  const seen: (string | null)[] = []
  const note = ({ headers }: { headers: Headers }) => {
    seen.push(headers.get('authorization'))
    return Response.json([])
  }
  serve({ 'GET /projects/client': note, 'GET /clients/login-from-token': note })

  await call(projects.listForClient)
  await call(clients.enter, { querystring: { token: 'x' } })

  expect(seen).toEqual([`Bearer ${clientToken}`, null])
})

test('sends the token of the area on screen where both may call', async () => {
  signInFreelancer()
  const clientToken = signInClient()
  window.history.pushState(null, '', '/client-dashboard')
  const asked = serve({ 'POST /auth/logout': () => new Response(null, { status: 204 }) })

  expect(await call(accounts.logout)).toBeUndefined()

  window.history.pushState(null, '', '/')
  expect(new Headers(asked.mock.calls[0]?.[1]?.headers).get('authorization')).toBe(`Bearer ${clientToken}`)
})

test('sends the body as JSON and leaves undefined values out of the query', async () => {
  const asked = serve({
    'POST /clients/request-link': () => Response.json({ message: 'ok' }, { status: 202 }),
    'GET /projects': () => Response.json([]),
  })

  await call(clients.requestLink, { body: { email: 'a@b.example' } })
  await call(projects.list, { querystring: { search: '50% & more', status: undefined } })

  expect(new Headers(asked.mock.calls[0]?.[1]?.headers).get('content-type')).toBe('application/json')
  expect(asked.mock.calls[1]?.[0]).toBe('/api/projects?search=50%25+%26+more')
})

test('reads the cursor of the next page', async () => {
  const link = '</api/projects?limit=100&cursor=abc>; rel="next"'
  serve({
    'GET /projects': ({ query }) => Response.json([], { headers: query.get('cursor') ? {} : { link } }),
  })

  expect((await callPage(projects.list)).cursor).toBe('abc')
  expect((await callPage(projects.list, { querystring: { cursor: 'abc' } })).cursor).toBeUndefined()
})

test('throws the server’s message, code and fields', async () => {
  serve({
    'POST /auth/login': () => problem(400, 'INVALID_INPUT', 'Bad.', { email: 'Not an address.' }),
  })

  await expect(call(accounts.login, { body: { email: 'x', password: 'y' } })).rejects.toMatchObject({
    status: 400,
    code: 'INVALID_INPUT',
    message: 'Bad.',
    fields: { email: 'Not an address.' },
  })
})

test('throws without a message when there is no answer or an unreadable one', async () => {
  const login = () => call(accounts.login, { body: { email: 'x', password: 'y' } })

  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(login()).rejects.toMatchObject({ status: 0, code: 'UNREACHABLE', message: '' })

  serve({ 'POST /auth/login': () => new Response('<h1>Bad gateway</h1>', { status: 502 }) })
  await expect(login()).rejects.toMatchObject({ status: 502, code: 'UNREADABLE', message: '' })

  serve({ 'POST /auth/login': () => new Response('<h1>Hello</h1>') })
  await expect(login()).rejects.toMatchObject({ status: 200, code: 'UNREADABLE' })
})

test('rejects an aborted call with its own reason', async () => {
  const leaving = new AbortController()
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })

  const asked = call(projects.list, {}, { signal: leaving.signal })
  leaving.abort()

  await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
})

test('stores a renewed token for its own area', async () => {
  signInFreelancer()
  const clientToken = signInClient()
  const renewed = tokenFor({ sub: 'f1', exp: Date.now() })
  serve({ 'GET /projects': () => Response.json([], { headers: { 'x-session-token': renewed } }) })

  await call(projects.list)

  expect(localStorage.getItem('freelancerToken')).toBe(renewed)
  expect(tokenOf('client')).toBe(clientToken)
})

test('ends only the session whose token was refused', async () => {
  signInFreelancer()
  const clientToken = signInClient()
  serve({ 'GET /projects': () => problem(401, 'UNAUTHORIZED', 'Please log in again.') })

  await expect(call(projects.list)).rejects.toMatchObject({ status: 401 })

  expect(currentSession('freelancer').status).toBe('out')
  expect({ ...localStorage }).toEqual({ clientToken })
})

test('ends no session for a wrong password', async () => {
  signInFreelancer()
  serve({ 'POST /auth/login': () => problem(401, 'BAD_CREDENTIALS', 'Invalid email or password.') })

  await expect(call(accounts.login, { body: { email: 'x', password: 'y' } })).rejects.toMatchObject({
    status: 401,
  })

  expect(currentSession('freelancer').status).toBe('in')
})

test('sends a change once when it is requested twice at once, and again later', async () => {
  signInFreelancer()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const asked = serve({
    'POST /clients/c1/resend-login': async () => {
      await answered
      return Response.json({ fullName: 'Maya Whitcombe' })
    },
    'POST /clients/c2/resend-login': () => Response.json({ fullName: 'Lin Ito' }),
  })
  const resend = (id: string) => call(clients.resendLogin, { params: { id } })

  const both = [resend('c1'), resend('c1')]
  await resend('c2')
  answer()

  expect(await Promise.all(both)).toEqual([{ fullName: 'Maya Whitcombe' }, { fullName: 'Maya Whitcombe' }])
  expect(asked).toHaveBeenCalledTimes(2)
  await resend('c1')
  expect(asked).toHaveBeenCalledTimes(3)
})
