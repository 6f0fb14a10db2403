import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  open,
  problem,
  serve,
  signInClient,
  signInFreelancer,
  toasts,
  tokenFor,
} from '../../test/fixtures.tsx'
import { takeDestination } from '../app/destination.ts'
import * as live from '../app/live.ts'
import { currentSession, expireSession, reloadSession } from '../app/session.ts'
import { storedClientEnding, storedKnownClient, storedLeaving } from '../app/stored.ts'
import '../features/members/WorkspaceMoved.tsx'
import { ClientLogin } from '../features/clients/ClientLoginPage.tsx'
import BillingArea from './BillingArea.tsx'
import { ClientFrame } from './ClientFrame.tsx'
import { FreelancerFrame } from './FreelancerFrame.tsx'
import { PublicFrame } from './PublicFrame.tsx'

// No server listens on this port.
beforeEach(() => void vi.spyOn(live, 'startLiveUpdates').mockReturnValue(() => {}))

const summary = { plan: 'pro', subscriptionStatus: 'active', clients: { used: 4, limit: 5, remaining: 1 } }
const freelancer = { id: 'f1', name: 'Ada Marsh', email: 'ada@marsh.example', role: 'Freelancer' }
const answers = {
  'GET /dashboard/summary': () => Response.json(summary),
  'GET /clients/my-freelancer': () => Response.json({ freelancer }),
  'GET /auth/workspaces': () => Response.json([]),
  'POST /auth/logout': () => new Response(null, { status: 204 }),
}

const pages = {
  '/': <FreelancerFrame>my day</FreelancerFrame>,
  '/client-login': <ClientLogin />,
  '/projects': <FreelancerFrame>my projects</FreelancerFrame>,
  '/client-dashboard': <ClientFrame>client projects</ClientFrame>,
}

test('redirects a visitor to the front page and remembers the path they asked for', async () => {
  const router = open('/projects?status=Pending', pages)

  await screen.findByText('elsewhere')
  expect(router.state.location.pathname).toBe('/welcome')
  expect(takeDestination('freelancer')).toBe('/projects?status=Pending')
})

test('redirects a client without a session to the client login', async () => {
  open('/client-dashboard', pages)

  await screen.findByRole('heading', { name: 'Missing login token.' })
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
  expect(toasts()).toEqual([])
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

test('shows a client who has logged out a message with the freelancer’s name and the form for a link', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  serve(answers)
  signInClient()
  open('/client-dashboard', pages)
  await screen.findAllByText('Ada Marsh')

  await user.click(screen.getAllByRole('button', { name: 'Logout' })[0] as HTMLElement)
  await act(() => vi.advanceTimersByTimeAsync(1_100))

  await screen.findByRole('heading', { name: 'You are logged out.' })
  screen.getByText(/^To come back to your work with Ada Marsh: /)
  screen.getByLabelText('Your email')
  expect(screen.queryByText('Missing login token.')).toBeNull()
  expect(toasts()).toEqual([])
})

test('shows a client whose session was ended a message, and returns them to their page', async () => {
  vi.mocked(console.error).mockImplementation(() => {})
  serve({ 'GET /clients/my-freelancer': () => problem(401, 'NOT_SIGNED_IN', 'Please log in.') })
  signInClient()
  open('/client-dashboard?from=email#file-7', pages)

  await screen.findByRole('heading', { name: 'Your session has ended.' })
  screen.getByText(/has renewed or ended your access/)
  expect(takeDestination('client')).toBe('/client-dashboard?from=email#file-7')
})

test.for(['freelancer', 'client'] as const)(
  'shows a %s that another tab has logged them out',
  async (area) => {
    serve(answers)
    if (area === 'client') signInClient()
    else signInFreelancer()
    open(area === 'client' ? '/client-dashboard' : '/projects', pages)
    await screen.findByText(/Welcome,/)

    localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage', { key: null }))

    if (area === 'client') await screen.findByRole('heading', { name: 'You are logged out.' })
    else await waitFor(() => expect(toasts()).toMatchObject([{ title: 'You are logged out' }]))
  },
)

test('a session that ends because another tab logs out is no fault, though the server says so first', async () => {
  vi.mocked(console.error).mockImplementation(() => {})
  serve({ 'GET /clients/my-freelancer': () => problem(401, 'NOT_SIGNED_IN', 'Please log in.') })
  signInClient()
  const state = currentSession('client')
  const id = state.status === 'in' ? state.session.id : ''
  storedLeaving('client').write(id)
  open('/client-dashboard', pages)

  await screen.findByRole('heading', { name: 'You are logged out.' })
  expect(screen.queryByText(/has renewed or ended your access/)).toBeNull()
})

test('redirects a client from the front page to their portal', async () => {
  serve(answers)
  signInClient()
  const router = open('/', pages)

  await screen.findByText('client projects')
  expect(router.state.location.pathname).toBe('/client-dashboard')
})

test('asks at the front page whether it is the client who was signed in here before', async () => {
  serve(answers)
  signInClient()
  open('/client-dashboard', pages)
  await screen.findAllByText('Ada Marsh')
  cleanup()
  localStorage.removeItem('clientToken')
  reloadSession('client')

  open('/', pages)

  await screen.findByRole('heading', { name: 'Are you Maya?' })
  screen.getByLabelText('Your email')
})

test('asks a client without a session who opens a page for their email, also after a logout in this tab', async () => {
  storedClientEnding.write('left')
  storedKnownClient.write('Maya')
  open('/client-dashboard/files/8', {
    ...pages,
    '/client-dashboard/files/:id': <ClientFrame>a file</ClientFrame>,
  })

  await screen.findByRole('heading', { name: 'Get your link' })
  expect(takeDestination('client')).toBe('/client-dashboard/files/8')
})

test('shows the dashboard to a freelancer who is signed in as a client too', async () => {
  serve(answers)
  signInClient()
  signInFreelancer()
  open('/', pages)

  await screen.findByText('my day')
})

test('shows the welcome page to a client who asks for a freelancer’s page', async () => {
  signInClient()
  const router = open('/projects', {
    ...pages,
    '/welcome': <PublicFrame>plans and prices</PublicFrame>,
  })

  await screen.findByText('plans and prices')
  expect(router.state.location.pathname).toBe('/welcome')
  expect(takeDestination('freelancer')).toBe('/projects')
})

test('redirects a client who opens the welcome page to their portal', async () => {
  serve(answers)
  signInClient()
  open('/welcome', { ...pages, '/welcome': <PublicFrame>plans and prices</PublicFrame> })

  await screen.findByText('client projects')
})

test('asks for a login before a page about the subscription, and remembers the page', async () => {
  const router = open('/cancel-subscription', { '/cancel-subscription': <BillingArea /> })

  await screen.findByRole('heading', { name: 'Log in to continue' })
  await userEvent.click(screen.getByRole('link', { name: 'Log In' }))

  expect(router.state.location.pathname).toBe('/login')
  expect(takeDestination('freelancer')).toBe('/cancel-subscription')
})

test('opens the dashboard when another tab has signed in as another freelancer, who has no such project', async () => {
  serve(answers)
  signInFreelancer()
  const router = open('/projects', pages)
  await screen.findByText(/Welcome,/)

  localStorage.setItem(
    'freelancerToken',
    tokenFor({ sub: 'f2', role: 'freelancer', sid: 's3', name: 'Eve Stone' }),
  )
  localStorage.setItem('name', 'Eve Stone')
  window.dispatchEvent(new StorageEvent('storage', { key: 'freelancerToken' }))

  await screen.findByText('my day')
  expect(router.state.location.pathname).toBe('/')
  expect(toasts()).toMatchObject([{ title: 'You are signed in as Eve Stone now' }])
})

const inReeds = (sid = 's2') =>
  tokenFor({ sub: 'f1', role: 'freelancer', sid, workspace: 'w2', member: 'member', exp: 4_000_000_000 })

test('keeps a page of one workspace when another tab goes on to another, and lets it stay', async () => {
  const own = signInFreelancer()
  const asked = serve({
    ...answers,
    'GET /auth/workspaces': () =>
      Response.json([
        { id: 'f1', name: 'Marsh Studio', role: 'owner', current: false },
        { id: 'w2', name: 'Reed Studio', role: 'member', current: true },
      ]),
    'POST /auth/switch': () => Response.json({ token: own, user: { name: 'Ada Marsh', role: 'freelancer' } }),
  })
  open('/projects', pages)
  await screen.findByText('my projects')

  localStorage.setItem('freelancerToken', inReeds())
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'freelancerToken' })))

  const dialog = await screen.findByRole('alertdialog', { name: 'You are in another workspace now' })
  await waitFor(() => expect(dialog.textContent).toContain('went on to Reed Studio'))
  screen.getByText('my projects')
  expect(currentSession('freelancer')).toMatchObject({ session: { token: own } })
  await userEvent.click(screen.getByRole('button', { name: 'Stay with this page' }))

  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  screen.getByText('my projects')
  expect(localStorage.getItem('freelancerToken')).toBe(own)
  const [, sent] = asked.mock.calls.find(([path]) => path === '/api/auth/switch') ?? []
  expect(JSON.parse(String(sent?.body))).toEqual({ workspaceId: 'f1' })
})

test('opens the workspace that another tab is in when the session in this one has ended', async () => {
  const own = signInFreelancer()
  serve(answers)
  open('/projects', pages)
  await screen.findByText('my projects')

  localStorage.setItem('freelancerToken', inReeds())
  act(() => expireSession('freelancer', own))

  await screen.findByText('my day')
  expect(toasts()).toMatchObject([{ title: 'You are in another workspace now' }])
  expect(currentSession('freelancer')).toMatchObject({ session: { ownerId: 'f1@w2' } })
})

test('shows a member nothing of the plan', async () => {
  signInFreelancer('Sam Reed', { workspace: 'w2', member: 'admin' })
  serve(answers)
  open('/projects?plans', pages)

  await screen.findByText('my projects')
  expect(screen.queryByText(/4 of 5 clients/)).toBeNull()
  expect(screen.queryByRole('link', { name: /Change plan|Upgrade/ })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('shows a member who opens a page about the subscription whose it is', async () => {
  signInFreelancer('Sam Reed', { workspace: 'w2', member: 'admin' })
  serve(answers)
  open('/cancel-subscription', { '/cancel-subscription': <BillingArea /> })

  await screen.findByRole('heading', { name: 'The plan is the owner’s' })
})
