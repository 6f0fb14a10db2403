import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { open, problem, serve } from '../../../test/fixtures.tsx'
import ForgotPasswordPage from './ForgotPasswordPage.tsx'

const sentence = 'If there is an account with this address, a link to choose a new password is on its way.'

async function ask(email: string) {
  const user = userEvent.setup()
  if (email) await user.type(screen.getByLabelText('Email'), email)
  await user.click(screen.getByRole('button', { name: /Send me a link/ }))
}

const start = () => open('/forgot-password', { '/forgot-password': <ForgotPasswordPage /> })

test('requests a link, and announces the server’s message', async () => {
  const asked = serve({ 'POST /auth/forgot-password': () => Response.json({ message: sentence }) })
  start()

  await ask('ada@marsh.example')

  expect((await screen.findByText(sentence)).closest('[role=status]')).not.toBeNull()
  expect(JSON.parse(String(asked.mock.calls[0]?.[1]?.body))).toEqual({ email: 'ada@marsh.example' })
  expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('ada@marsh.example')
})

test('sends the page that was wanted, so that the link leads on to it in another tab', async () => {
  sessionStorage.setItem('portico.destination', '/projects/p1?file=f1')
  const asked = serve({
    'POST /auth/forgot-password': () => Response.json({ message: sentence }, { status: 202 }),
  })
  start()

  await ask('ada@marsh.example')

  await screen.findByText(sentence)
  expect(JSON.parse(String(asked.mock.calls[0]?.[1]?.body))).toMatchObject({ path: '/projects/p1?file=f1' })
})

test('rejects an empty field without a request', async () => {
  const asked = serve({})
  start()

  await ask('')

  expect(screen.getByText('Please enter your email.')).not.toBeNull()
  expect(asked).not.toHaveBeenCalled()
})

test.for([
  ['an address that is none', 400, 'INVALID_INPUT', 'Must be an email address.'],
  ['too many emails', 429, 'TOO_MANY', 'Too many tries. Please wait a minute.'],
] as const)('shows %s at the field', async ([, status, code, message]) => {
  serve({ 'POST /auth/forgot-password': () => problem(status, code, message) })
  start()

  await ask('ada@marsh.example')

  await screen.findByText(message)
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
})

test('keeps the typed address when the request fails', async () => {
  let reachable = false
  serve({
    'POST /auth/forgot-password': () =>
      reachable ? Response.json({ message: sentence }) : Promise.reject(new TypeError('no network')),
  })
  start()

  await ask('ada@marsh.example')
  await screen.findByText(/We could not reach the server/)
  reachable = true
  await ask('')

  await screen.findByText(sentence)
})

test('links back to the login', async () => {
  const router = start()

  await userEvent.click(screen.getByRole('link', { name: 'Log In' }))

  expect(router.state.location.pathname).toBe('/login')
})
