import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { open, problem, serve, signInFreelancer, toasts, tokenFor } from '../../../test/fixtures.tsx'
import headScript from '../../app/head-script.ts?inline-script'
import { ClientLogin } from '../clients/ClientLoginPage.tsx'
import ResetPasswordPage from './ResetPasswordPage.tsx'

const token = tokenFor({ sub: 'f1', role: 'freelancer', exp: Math.floor(Date.now() / 1_000) + 3_600 })
const nothing = { loginLinks: 0, guestLinks: 0, sessions: 0 }
const counts = (part = {}) => ({
  'GET /clients/handed-out-links/count': () => Response.json({ ...nothing, ...part }),
})
const ada = { token, user: { id: 'f1', name: 'Ada Marsh', email: 'ada@marsh.example', role: 'freelancer' } }

/** Runs the script in the head first, as a browser does. */
function openLink(address: string) {
  window.history.replaceState(null, '', address)
  // biome-ignore lint/security/noGlobalEval: it is the very text that browsers run
  eval(headScript)
  return open('/reset-password', {
    '/reset-password': <ResetPasswordPage />,
    '/': <p>dashboard</p>,
    '/settings/security': <p>security</p>,
  })
}

async function choose(password: string) {
  const user = userEvent.setup()
  if (password) await user.type(screen.getByLabelText('New password'), password)
  await user.click(screen.getByRole('button', { name: /Save and log in/ }))
}

beforeEach(() => {
  window.porticoLink = null
})

test('removes the token from the address, sets the new password and signs in', async () => {
  signInFreelancer('Somebody Else')
  const asked = serve({ ...counts(), 'POST /auth/reset-password': () => Response.json(ada) })

  const router = openLink('/reset-password?token=a%2Bb')
  expect(window.location.search).toBe('')
  await choose(' correct horse ')

  await screen.findByText('dashboard')
  expect(JSON.parse(String(asked.mock.calls[0]?.[1]?.body))).toEqual({
    token: 'a+b',
    password: ' correct horse ',
    deviceId: localStorage.getItem('portico.device'),
  })
  expect({ ...localStorage }).toMatchObject({ freelancerToken: token, role: 'freelancer', name: 'Ada Marsh' })
  expect(toasts()).toMatchObject([{ kind: 'success', title: 'Your new password is set' }])
  expect(router.state.location.pathname).toBe('/')
  expect(window.porticoLink).toBeNull()
})

test('leads to the links that were handed out where some work, and goes on from there', async () => {
  sessionStorage.setItem('portico.destination', '/projects/p1')
  serve({ ...counts({ guestLinks: 1 }), 'POST /auth/reset-password': () => Response.json(ada) })

  const router = openLink('/reset-password?token=x')
  await choose('correct horse')

  await screen.findByText('security')
  expect(router.state.location).toMatchObject({ hash: '#handed-out', state: { next: '/projects/p1' } })
})

test.for([
  [encodeURIComponent('/projects/p1?file=f1'), '/projects/p1?file=f1'],
  ['//evil.example', '/'],
  ['https://evil.example', '/'],
  ['/%5Cevil.example', '/'],
])('a link with the page %s leads on to %s', async ([to, path]) => {
  serve({ ...counts(), 'POST /auth/reset-password': () => Response.json(ada) })

  const router = openLink(`/reset-password?token=x&to=${to}`)
  await choose('correct horse')

  const current = () => router.state.location.pathname + router.state.location.search
  await expect.poll(current).toBe(path)
})

test('rejects an empty field without a request', async () => {
  const asked = serve({})
  openLink('/reset-password?token=x')

  await choose('')

  expect(screen.getByText('Please enter a new password.')).not.toBeNull()
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('New password'))
  expect(asked).not.toHaveBeenCalled()
})

test('shows an error of the password at the field, and accepts the link again', async () => {
  const asked = serve({
    ...counts(),
    'POST /auth/reset-password': ({ body }) =>
      (body as { password: string }).password.length < 8
        ? problem(400, 'INVALID_INPUT', 'Too short.', { password: 'Must have at least 8 characters.' })
        : Response.json(ada),
  })
  openLink('/reset-password?token=x')

  await choose('short')
  await screen.findByText('Must have at least 8 characters.')
  const field = screen.getByLabelText('New password') as HTMLInputElement
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(field.value).toBe('short')

  await choose(' but longer')
  await screen.findByText('dashboard')
  expect(JSON.parse(String(asked.mock.calls[1]?.[1]?.body))).toEqual({
    token: 'x',
    password: 'short but longer',
    deviceId: localStorage.getItem('portico.device'),
  })
})

test('keeps the typed password when the request fails, and accepts the link again', async () => {
  serve({ 'POST /auth/reset-password': () => Promise.reject(new TypeError('no network')) })
  openLink('/reset-password?token=x')

  await choose('correct horse')

  expect((await screen.findByRole('alert')).textContent).toContain('We could not reach the server.')
  expect((screen.getByLabelText('New password') as HTMLInputElement).value).toBe('correct horse')
  expect(window.porticoLink).not.toBeNull()
})

test('shows an error for an expired or used link, and leads to a fresh one', async () => {
  const refusal = 'This link has expired or was used already.'
  serve({ 'POST /auth/reset-password': () => problem(401, 'RESET_NOT_VALID', refusal) })
  const router = openLink('/reset-password?token=old')

  await choose('correct horse')

  const heading = await screen.findByRole('heading', { name: refusal })
  await expect.poll(() => document.activeElement).toBe(heading)
  expect(window.porticoLink).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Get a fresh link' }))
  expect(router.state.location.pathname).toBe('/forgot-password')
})

test.for(['/reset-password', '/reset-password?token='])(
  '%s asks for the link, and leads to a fresh one',
  (path) => {
    openLink(path)

    expect(screen.getByRole('heading').textContent).toBe('This page needs the link from your email.')
    expect(screen.getByRole('link', { name: 'Get a fresh link' }).getAttribute('href')).toBe(
      '/forgot-password',
    )
  },
)

test('does not use the token of another page', () => {
  window.history.replaceState(null, '', '/reset-password?token=secret')
  // biome-ignore lint/security/noGlobalEval: it is the very text that browsers run
  eval(headScript)
  const asked = serve({})

  open('/client-login', { '/client-login': <ClientLogin /> })

  expect(screen.getByRole('heading').textContent).toBe('Missing login token.')
  expect(asked).not.toHaveBeenCalled()
})
