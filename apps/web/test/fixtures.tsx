import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import { createQueryClient } from '../src/app/query-client.ts'
import { reloadSession } from '../src/app/session.ts'
import { currentToasts } from '../src/ui/toast.ts'

type Answer = Response | Promise<Response>
type Handler = (asked: { body: unknown; query: URLSearchParams; headers: Headers }) => Answer

/** What pages read once the browser is idle, which on a busy machine is within a test. As for who works alone. */
const readsWhenIdle: Record<string, Handler> = {
  'GET /team-notes/summary': () =>
    Response.json({ total: 0, isOffered: false, mentionable: [], mayDeleteAny: true, clientId: 'c1' }),
}

/** Answers the calls of a page: `{ 'POST /auth/login': ({ body }) => Response.json(…) }`. Other calls fail the test. */
export function serve(handlers: Record<string, Handler>) {
  const asked = vi.fn(async (path: string, init: RequestInit = {}) => {
    const url = new URL(path, 'http://localhost')
    const name = `${init.method} ${url.pathname.replace(/^\/api/, '')}`
    const handler = handlers[name] ?? readsWhenIdle[name]
    if (!handler) throw new Error(`nobody answers ${name}`)
    const body = init.body ? JSON.parse(String(init.body)) : undefined
    return handler({ body, query: url.searchParams, headers: new Headers(init.headers) })
  })
  vi.stubGlobal('fetch', asked)
  return asked
}

/** A failed answer, as the server words it. */
export function problem(status: number, code: string, message: string, fields?: Record<string, string>) {
  return Response.json({ statusCode: status, code, error: code, message, fields }, { status })
}

/** The answer to a change of a text that somebody else has changed. */
export function changedMeanwhile(current: Record<string, string>) {
  const message = 'This was changed meanwhile. Nothing was saved.'
  return Response.json(
    { statusCode: 409, code: 'CHANGED_MEANWHILE', error: 'Conflict', message, current },
    { status: 409 },
  )
}

/** A token as the server would sign it; nobody in a browser looks at the signature. */
export function tokenFor(claims: Record<string, unknown>) {
  const part = (value: object) =>
    btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
  const base64url = (value: object) => part(value).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
  return `${base64url({ alg: 'HS256' })}.${base64url(claims)}.signature`
}

const inAnHour = () => Math.floor(Date.now() / 1_000) + 3_600

/** `more`: the claims of a member, such as `{ workspace: 'w2', member: 'admin' }`. */
export function signInFreelancer(name = 'Ada Marsh', more = {}) {
  const token = tokenFor({ sub: 'f1', role: 'freelancer', sid: 's1', name, ...more, exp: inAnHour() })
  localStorage.setItem('freelancerToken', token)
  localStorage.setItem('role', 'freelancer')
  localStorage.setItem('name', name)
  reloadSession('freelancer')
  return token
}

export function signInClient(names = { firstName: 'Maya', lastName: 'Whitcombe' }, more = {}) {
  const token = tokenFor({ sub: 'c1', role: 'client', sid: 's2', ...names, ...more, exp: inAnHour() })
  localStorage.setItem('clientToken', token)
  reloadSession('client')
  return token
}

/** Shows pages at a path, with what an area would put around them. Other paths show themselves as text. */
export function open(path: string, pages: Record<string, ReactElement>) {
  const client = createQueryClient()
  const router = createMemoryRouter(
    [
      {
        element: (
          <QueryClientProvider client={client}>
            <Outlet />
          </QueryClientProvider>
        ),
        children: [
          ...Object.entries(pages).map(([pattern, element]) => ({ path: pattern, element })),
          { path: '*', element: <p>elsewhere</p> },
        ],
      },
    ],
    { initialEntries: [path] },
  )
  render(<RouterProvider router={router} />)
  return router
}

export const toasts = () => currentToasts().map(({ kind, title, detail }) => ({ kind, title, detail }))

/** What a page may complain about in the console; anything else fails the test. */
export function expectComplaint(method: 'error' | 'warn') {
  return vi.spyOn(console, method).mockImplementation(() => {})
}

/** As browsers do that may not store anything for this address. */
export function blockStorage() {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    vi.spyOn(window, name, 'get').mockImplementation(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    })
  }
}

export function fillStorage() {
  return vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('There is no room left.', 'QuotaExceededError')
  })
}
