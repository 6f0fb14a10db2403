import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { open, problem, serve, tokenFor } from '../../../test/fixtures.tsx'
import { RegisterForm } from './RegisterPage.tsx'

const token = tokenFor({ sub: 'f1', role: 'freelancer', exp: Math.floor(Date.now() / 1_000) + 3_600 })

async function registerAs(details: Record<string, string>) {
  const user = userEvent.setup()
  for (const [label, text] of Object.entries(details)) {
    if (text) await user.type(screen.getByLabelText(label), text)
  }
  await user.click(screen.getByRole('button', { name: /Register/ }))
}

const complete = { Name: 'Ada Marsh', Email: 'ada@marsh.example', Password: 'a long password' }

test('registers with the time zone of the browser, and signs in', async () => {
  const asked = serve({
    'POST /auth/register': () =>
      Response.json(
        { token, user: { id: 'f1', name: 'Ada Marsh', email: 'ada@marsh.example', role: 'freelancer' } },
        { status: 201 },
      ),
  })
  open('/register', { '/register': <RegisterForm />, '/': <p>dashboard</p> })

  await registerAs(complete)

  await screen.findByText('dashboard')
  expect(JSON.parse(String(asked.mock.calls[0]?.[1]?.body))).toEqual({
    name: 'Ada Marsh',
    email: 'ada@marsh.example',
    password: 'a long password',
    deviceId: localStorage.getItem('portico.device'),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
  expect(localStorage.getItem('name')).toBe('Ada Marsh')
})

test.for(['Name', 'Email', 'Password'])('requires the field %s', async (label) => {
  const asked = serve({})
  open('/register', { '/register': <RegisterForm /> })

  await registerAs({ ...complete, [label]: '' })

  expect(screen.getByRole('alert').textContent).toBe('All fields are required.')
  expect(asked).not.toHaveBeenCalled()
})

test('shows errors at their fields, and keeps the typed text', async () => {
  serve({
    'POST /auth/register': () =>
      problem(400, 'INVALID_INPUT', 'Must be at least 8 characters.', {
        password: 'Must be at least 8 characters.',
      }),
  })
  open('/register', { '/register': <RegisterForm /> })

  await registerAs({ ...complete, Password: 'short' })

  await screen.findByText('Must be at least 8 characters.')
  const field = screen.getByLabelText('Password') as HTMLInputElement
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(field.value).toBe('short')
  const described = field
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id))
  expect(described?.map((element) => element?.textContent)).toEqual([
    'At least 8 characters.',
    'Must be at least 8 characters.',
  ])
})

test('shows the server’s message for a taken address', async () => {
  serve({ 'POST /auth/register': () => problem(409, 'EMAIL_TAKEN', 'Email is already registered.') })
  open('/register', { '/register': <RegisterForm /> })

  await registerAs(complete)

  expect((await screen.findByRole('alert')).textContent).toBe('Email is already registered.')
})

test('shows its own message when the server sends none', async () => {
  serve({ 'POST /auth/register': () => new Response('', { status: 500 }) })
  open('/register', { '/register': <RegisterForm /> })

  await registerAs(complete)

  expect((await screen.findByRole('alert')).textContent).toBe('Registration failed')
})
