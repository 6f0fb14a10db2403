import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { open, problem, serve, tokenFor } from '../../../test/fixtures.tsx'
import { LoginForm } from './LoginPage.tsx'

const token = tokenFor({ sub: 'f1', role: 'freelancer', exp: Math.floor(Date.now() / 1_000) + 3_600 })
const ada = { token, user: { id: 'f1', name: 'Ada Marsh', email: 'ada@marsh.example', role: 'freelancer' } }
const rememberToken = 'r'.repeat(43)
const begun = () =>
  Response.json(
    { challenge: 'c1', expiresAt: '2026-11-27T12:00:00.000Z', factors: ['app', 'recovery_code'] },
    { status: 202 },
  )

async function logIn() {
  const user = userEvent.setup()
  open('/login', { '/login': <LoginForm />, '/': <p>dashboard</p> })
  await user.type(screen.getByLabelText('Email'), 'ada@marsh.example')
  await user.type(screen.getByLabelText('Password'), 'password')
  await user.keyboard('{Enter}')
  return user
}

test('asks for a code after the password, and remembers the browser when it is asked to', async () => {
  const asked = serve({
    'POST /auth/login': begun,
    'POST /auth/login/code': () => Response.json({ ...ada, rememberToken }),
  })
  const user = await logIn()

  await user.type(await screen.findByLabelText('Code'), '492039')
  await user.click(screen.getByLabelText(/Do not ask again/))
  await user.click(screen.getByRole('button', { name: /^Log In/ }))

  await screen.findByText('dashboard')
  const sent = asked.mock.calls.find(([url]) => String(url).endsWith('/auth/login/code'))
  expect(JSON.parse(String(sent?.[1]?.body))).toEqual({
    challenge: 'c1',
    code: '492039',
    remember: true,
    deviceId: localStorage.getItem('portico.device'),
  })
  expect(localStorage.getItem('portico.remembered')).toBe(rememberToken)
  expect(localStorage.getItem('freelancerToken')).toBe(token)
})

test('sends what says that the browser is remembered with the password', async () => {
  localStorage.setItem('portico.remembered', rememberToken)
  const asked = serve({ 'POST /auth/login': () => Response.json(ada) })
  await logIn()

  await screen.findByText('dashboard')
  expect(JSON.parse(String(asked.mock.calls[0]?.[1]?.body))).toMatchObject({ rememberToken })
})

test('keeps a wrong code on screen with the reason, and takes a recovery code instead', async () => {
  serve({
    'POST /auth/login': begun,
    'POST /auth/login/code': () =>
      problem(400, 'WRONG_CODE', 'This code is not right.', { code: 'This code is not right.' }),
  })
  const user = await logIn()

  const field = await screen.findByLabelText<HTMLInputElement>('Code')
  await user.type(field, '000000{Enter}')
  await screen.findByText('This code is not right.')
  expect(field.value).toBe('000000')
  expect(document.activeElement).toBe(field)

  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  expect(screen.getByLabelText<HTMLInputElement>('Recovery code').value).toBe('')
})

test('begins again when the challenge has ended', async () => {
  serve({
    'POST /auth/login': begun,
    'POST /auth/login/code': () =>
      problem(400, 'CHALLENGE_NOT_VALID', 'This took too long. Please begin again.'),
  })
  const user = await logIn()

  await user.type(await screen.findByLabelText('Code'), '492039{Enter}')
  await screen.findByText('This took too long. Please begin again.')
  expect(screen.getByLabelText('Password')).not.toBeNull()
})
