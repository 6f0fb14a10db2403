import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { open, problem, serve, signInFreelancer, tokenFor } from '../../../test/fixtures.tsx'
import { rememberDestination } from '../../app/destination.ts'
import { ClientLogin } from '../clients/ClientLoginPage.tsx'
import ForgotPasswordPage from './ForgotPasswordPage.tsx'
import LoginPage, { LoginForm } from './LoginPage.tsx'
import RegisterPage from './RegisterPage.tsx'

const token = tokenFor({ sub: 'f1', role: 'freelancer', exp: Math.floor(Date.now() / 1_000) + 3_600 })
const ada = { token, user: { id: 'f1', name: 'Ada Marsh', email: 'ada@marsh.example', role: 'freelancer' } }

async function logInWith(email: string, password: string) {
  const user = userEvent.setup()
  if (email) await user.type(screen.getByLabelText('Email'), email)
  if (password) await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: /Log In/ }))
}

test('logs in and opens the dashboard', async () => {
  const asked = serve({ 'POST /auth/login': () => Response.json(ada) })
  const router = open('/login', { '/login': <LoginForm />, '/': <p>dashboard</p> })

  await logInWith('ada@marsh.example', ' pass word ')

  await screen.findByText('dashboard')
  expect(JSON.parse(String(asked.mock.calls[0]?.[1]?.body))).toEqual({
    email: 'ada@marsh.example',
    password: ' pass word ',
    deviceId: localStorage.getItem('portico.device'),
  })
  expect({ ...localStorage }).toMatchObject({ freelancerToken: token, role: 'freelancer', name: 'Ada Marsh' })
  expect(router.state.location.pathname).toBe('/')
})

test('opens the page that was requested before the login', async () => {
  serve({ 'POST /auth/login': () => Response.json(ada) })
  rememberDestination('/projects?status=Pending')
  const router = open('/login', { '/login': <LoginForm /> })

  await logInWith('ada@marsh.example', 'password')

  await screen.findByText('elsewhere')
  expect(router.state.location).toMatchObject({ pathname: '/projects', search: '?status=Pending' })
  expect(sessionStorage).toHaveLength(0)
})

test.for([
  ['Register', '/register'],
  ['Log In', '/login'],
])('%s keeps the plan through a failed attempt and opens it', async ([action = '', path = '']) => {
  let attempts = 0
  const answer = () =>
    attempts++ === 0 ? problem(500, 'INTERNAL', 'Something broke.') : Response.json(ada, { status: 200 })
  serve({ 'POST /auth/login': answer, 'POST /auth/register': answer })
  const router = open(`${path}?plan=pro`, {
    '/login': <LoginPage />,
    '/register': <RegisterPage />,
    '/': <p>dashboard</p>,
  })
  const user = userEvent.setup()
  for (const [label, text] of [
    ['Name', 'Ada'],
    ['Email', 'ada@marsh.example'],
    ['Password', 'password'],
  ] as const) {
    const field = screen.queryByLabelText(label)
    if (field) await user.type(field, text)
  }

  await user.click(screen.getByRole('button', { name: new RegExp(action) }))
  await screen.findByRole('alert')
  await user.click(screen.getByRole('button', { name: new RegExp(action) }))

  await screen.findByText('dashboard')
  expect(router.state.location).toMatchObject({ pathname: '/', search: '?plans=pro' })
})

test('keeps the plan in the links between login and registration', async () => {
  const router = open('/login?plan=enterprise', { '/login': <LoginPage />, '/register': <RegisterPage /> })
  const user = userEvent.setup()

  await user.click(screen.getByRole('link', { name: 'Create an account' }))
  expect(router.state.location).toMatchObject({ pathname: '/register', search: '?plan=enterprise' })
  await user.click(screen.getByRole('link', { name: 'Log in' }))
  expect(router.state.location).toMatchObject({ pathname: '/login', search: '?plan=enterprise' })
  expect(screen.getByRole('link', { name: 'Forgotten?' }).getAttribute('href')).toBe(
    '/forgot-password?plan=enterprise',
  )
})

test('takes a signed-in freelancer straight to the chosen plan', async () => {
  signInFreelancer()
  const router = open('/register?plan=pro', { '/register': <RegisterPage />, '/': <p>dashboard</p> })

  await screen.findByText('dashboard')
  expect(router.state.location.search).toBe('?plans=pro')
})

test.for(['//evil.example', '/\\evil.example', 'https://evil.example', '/client-dashboard/projects/1'])(
  'does not redirect to %s',
  async (path) => {
    rememberDestination(path)
    signInFreelancer()
    const router = open('/login', { '/login': <LoginForm />, '/': <p>dashboard</p> })

    await screen.findByText('dashboard')
    expect(router.state.location.pathname).toBe('/')
  },
)

test.for([
  ['', 'password'],
  ['ada@marsh.example', ''],
  ['   ', 'password'],
])('rejects an empty field without a request', async ([email = '', password = '']) => {
  const asked = serve({})
  open('/login', { '/login': <LoginForm /> })

  await logInWith(email, password)

  expect(screen.getByRole('alert').textContent).toBe('Please enter both email and password.')
  expect(asked).not.toHaveBeenCalled()
})

test('shows the server’s message when the login is refused, and keeps the typed text', async () => {
  serve({ 'POST /auth/login': () => problem(401, 'BAD_CREDENTIALS', 'Invalid email or password.') })
  open('/login', { '/login': <LoginForm /> })

  await logInWith('ada@marsh.example', 'wrong')

  expect((await screen.findByRole('alert')).textContent).toBe('Invalid email or password.')
  expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('ada@marsh.example')
})

test('shows its own message when the server sends none', async () => {
  serve({ 'POST /auth/login': () => new Response('Bad gateway', { status: 502 }) })
  open('/login', { '/login': <LoginForm /> })

  await logInWith('ada@marsh.example', 'password')

  expect((await screen.findByRole('alert')).textContent).toBe('Login failed')
})

test('sends one request for two presses', async () => {
  let answer = (_: Response) => {}
  const asked = serve({ 'POST /auth/login': () => new Promise<Response>((resolve) => (answer = resolve)) })
  open('/login', { '/login': <LoginForm />, '/': <p>dashboard</p> })
  await logInWith('ada@marsh.example', 'password')

  await userEvent.click(screen.getByRole('button', { name: /Log In/ }))
  await userEvent.type(screen.getByLabelText('Password'), '{Enter}')

  expect(screen.getByRole('button', { name: /Logging in/ }).getAttribute('aria-busy')).toBe('true')
  expect(asked).toHaveBeenCalledOnce()
  answer(Response.json(ada))
  await waitFor(() => screen.getByText('dashboard'))
})

test('keeps the typed address on the way to the forgotten password and back', async () => {
  const router = open('/login', { '/login': <LoginPage />, '/forgot-password': <ForgotPasswordPage /> })
  const user = userEvent.setup()
  const email = () => screen.getByLabelText<HTMLInputElement>('Email')

  await user.type(email(), 'ada@marsh.exam')
  await user.click(screen.getByRole('link', { name: 'Forgotten?' }))
  await screen.findByRole('heading', { name: 'Forgotten your password?' })
  expect(email().value).toBe('ada@marsh.exam')
  await user.type(email(), 'ple')
  act(() => void router.navigate(-1))

  await screen.findByRole('heading', { name: 'Welcome back' })
  expect(email().value).toBe('ada@marsh.example')
})

test('leads a client to the form for their link', async () => {
  open('/login', { '/login': <LoginPage />, '/client-login': <ClientLogin /> })

  await userEvent.click(screen.getByRole('link', { name: 'Get your link' }))

  await screen.findByRole('heading', { name: 'Get your link' })
  screen.getByLabelText('Your email')
})
