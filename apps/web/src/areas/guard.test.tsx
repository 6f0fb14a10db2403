import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { open, problem, serve, signInClient, signInFreelancer, toasts } from '../../test/fixtures.tsx'
import { takeDestination } from '../app/destination.ts'
import { ClientFrame } from './ClientFrame.tsx'
import { FreelancerFrame } from './FreelancerFrame.tsx'

// Nobody listens here.
vi.mock('../app/live.ts', () => ({ live: () => () => {} }))

const summary = { plan: 'pro', subscriptionStatus: 'active', clients: { used: 4, limit: 5, remaining: 1 } }
const freelancer = { id: 'f1', name: 'Ada Marsh', email: 'ada@marsh.example', role: 'Freelancer' }
const answers = {
  'GET /dashboard/summary': () => Response.json(summary),
  'GET /clients/my-freelancer': () => Response.json({ freelancer }),
  'POST /auth/logout': () => new Response(null, { status: 204 }),
}

const pages = {
  '/projects': <FreelancerFrame>my projects</FreelancerFrame>,
  '/client-dashboard': <ClientFrame>my doors</ClientFrame>,
}

test('redirects a visitor to the front page and remembers the path they asked for', async () => {
  const router = open('/projects?status=Pending', pages)

  await screen.findByText('elsewhere')
  expect(router.state.location.pathname).toBe('/welcome')
  expect(takeDestination('freelancer')).toBe('/projects?status=Pending')
})

test('redirects a client without a session to the client login', async () => {
  const router = open('/client-dashboard', pages)

  await screen.findByText('elsewhere')
  expect(router.state.location.pathname).toBe('/client-login')
})

test('shows a freelancer their name and what their plan includes', async () => {
  serve(answers)
  signInFreelancer('Ada Marsh')
  open('/projects', pages)

  expect((await screen.findByText(/Welcome,/)).textContent).toBe('Welcome, Ada Marsh')
  await screen.findByText('4 of 5 clients.')
})

test('shows the freelancer’s name in place of the brand in the client area', async () => {
  serve(answers)
  signInClient()
  open('/client-dashboard', pages)

  expect((await screen.findByText(/Welcome,/)).textContent).toBe('Welcome, Maya Whitcombe')
  expect(await screen.findAllByText('Ada Marsh')).toHaveLength(2) // sidebar, and the bar of a phone
})

test('shows a toast on logout, then clears the session and opens the login', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const asked = serve(answers)
  const token = signInFreelancer()
  const router = open('/projects', pages)

  await user.click(await screen.findByRole('button', { name: 'Logout' }))

  expect(toasts()).toMatchObject([{ kind: 'info', title: 'Logging out...' }])
  expect(screen.getByText(/Welcome,/).textContent).toBe('Welcome, Guest')
  expect(screen.getByRole('link', { name: 'Login' })).not.toBeNull()
  const [path, init] = asked.mock.calls.at(-1) ?? []
  expect(path).toBe('/api/auth/logout')
  expect(new Headers(init?.headers).get('authorization')).toBe(`Bearer ${token}`)

  act(() => vi.advanceTimersByTime(900))
  expect(localStorage.getItem('freelancerToken')).toBe(token)

  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(localStorage).toHaveLength(0)
  expect(router.state.location.pathname).toBe('/login')
  expect(takeDestination('freelancer')).toBe('/')
})

test('logs out without the server too', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  vi.mocked(console.warn).mockImplementation(() => {})
  serve({ ...answers, 'POST /auth/logout': () => problem(503, 'NOT_READY', 'Please try again in a moment.') })
  signInFreelancer()
  const router = open('/projects', pages)

  await user.click(await screen.findByRole('button', { name: 'Logout' }))
  await act(() => vi.advanceTimersByTimeAsync(1_100))

  expect(localStorage).toHaveLength(0)
  expect(router.state.location.pathname).toBe('/login')
})

test('returns to the same page after signing in again when the session has expired', async () => {
  vi.mocked(console.error).mockImplementation(() => {})
  serve({ ...answers, 'GET /dashboard/summary': () => problem(401, 'UNAUTHORIZED', 'Please log in.') })
  signInFreelancer()
  const router = open('/projects', pages)

  await screen.findByText('elsewhere')
  expect(router.state.location.pathname).toBe('/welcome')
  expect(toasts()).toMatchObject([{ title: 'Your session has ended' }])
  expect(takeDestination('freelancer')).toBe('/projects')
})

test('opens the project list with the search text', async () => {
  serve(answers)
  signInFreelancer()
  const router = open('/projects', pages)

  await userEvent.type(await screen.findByLabelText('Search projects'), 'spring & menu{Enter}')

  expect(router.state.location).toMatchObject({ pathname: '/projects', search: '?search=spring+%26+menu' })
})
