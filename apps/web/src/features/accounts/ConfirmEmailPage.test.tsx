import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { open, problem, serve, signInFreelancer } from '../../../test/fixtures.tsx'
import headScript from '../../app/head-script.ts?inline-script'
import ConfirmEmailPage from './ConfirmEmailPage.tsx'

/** Runs the script in the head first, as a browser does. */
function follow(address: string) {
  window.history.replaceState(null, '', address)
  new Function(headScript)()
  return open('/confirm-email', { '/confirm-email': <ConfirmEmailPage /> })
}

const press = async () => userEvent.click(await screen.findByRole('button', { name: /Confirm my email/ }))

test('confirms the address when the button is pressed, not when the page opens', async () => {
  const asked = serve({
    'POST /auth/confirm-email': ({ body }) => {
      expect(body).toEqual({ token: 'secret' })
      return Response.json({ email: 'ada@marsh.example', invited: 2, limited: 0 })
    },
  })

  follow('/confirm-email?token=secret')
  expect(await screen.findByRole('heading', { name: 'Confirm your email' })).toBeDefined()
  expect(window.location.search).toBe('')
  expect(asked).not.toHaveBeenCalled()
  await press()

  const heading = await screen.findByRole('heading', { name: 'Your email is confirmed.' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(screen.getByText(/2 invitations that waited are on their way/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Open Portico' }).getAttribute('href')).toBe('/')
  expect(window.porticoLink).toBeNull()
})

test.for([
  ['/?plans=pro', '/?plans=pro'],
  ['//evil.example', '/'],
])('a link with the page %s leads on to %s', async ([to, path]) => {
  serve({
    'POST /auth/confirm-email': () => Response.json({ email: 'ada@marsh.example', invited: 0, limited: 0 }),
  })
  follow(`/confirm-email?token=secret&to=${encodeURIComponent(to ?? '')}`)
  await press()

  expect((await screen.findByRole('link', { name: 'Open Portico' })).getAttribute('href')).toBe(path)
})

test('mentions an invitation that was held back by a limit', async () => {
  serve({
    'POST /auth/confirm-email': () => Response.json({ email: 'ada@marsh.example', invited: 1, limited: 1 }),
  })
  follow('/confirm-email?token=secret')
  await press()

  expect(
    await screen.findByText(/is on its way to your client\. One invitation could not be mailed/),
  ).toBeDefined()
})

test('shows an error for a used or expired link, and leads to the settings', async () => {
  const refusal = 'This link has expired or was used already.'
  serve({ 'POST /auth/confirm-email': () => problem(401, 'CONFIRMATION_NOT_VALID', refusal) })
  follow('/confirm-email?token=old')
  await press()

  expect(await screen.findByRole('heading', { name: refusal })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Open the settings' }).getAttribute('href')).toBe('/settings')
})

test('keeps the button after a network failure, and works at the next press', async () => {
  let down = true
  serve({
    'POST /auth/confirm-email': () =>
      down
        ? Promise.reject(new TypeError('no network'))
        : Response.json({ email: 'ada@marsh.example', invited: 0, limited: 0 }),
  })
  follow('/confirm-email?token=secret')
  await press()
  expect((await screen.findByRole('alert')).textContent).toContain('The link still works.')

  down = false
  await press()

  expect(await screen.findByText(/Portico writes to your clients for you from now on/)).toBeDefined()
})

test('does not offer the login to somebody who is signed in', async () => {
  serve({})
  signInFreelancer()
  follow('/confirm-email')

  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Log In' })).toBeNull())
})

test('asks for the link when there is no token', async () => {
  serve({})
  follow('/confirm-email')
  expect(
    await screen.findByRole('heading', { name: 'This page needs the link from your email.' }),
  ).toBeDefined()
  expect(screen.getByRole('link', { name: 'Log In' })).toBeDefined()
})
