import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { open, problem, serve, signInFreelancer } from '../../../test/fixtures.tsx'
import { headScript } from '../../app/head-script.ts'
import ConfirmEmailPage from './ConfirmEmailPage.tsx'

/** Opens the page as a browser does: the script of the head first. */
function follow(address: string) {
  window.history.replaceState(null, '', address)
  new Function(headScript)()
  return open('/confirm-email', { '/confirm-email': <ConfirmEmailPage /> })
}

const press = async () => userEvent.click(await screen.findByRole('button', { name: /Confirm my email/ }))

test('a mailed link confirms the address when its button is pressed, and not before', async () => {
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

test('an invitation that a limit kept back is mentioned', async () => {
  serve({
    'POST /auth/confirm-email': () => Response.json({ email: 'ada@marsh.example', invited: 1, limited: 1 }),
  })
  follow('/confirm-email?token=secret')
  await press()

  expect(
    await screen.findByText(/is on its way to your client\. One invitation could not be mailed/),
  ).toBeDefined()
})

test('a link that was used or has expired says so, and leads to the settings', async () => {
  const refusal = 'This link has expired or was used already.'
  serve({ 'POST /auth/confirm-email': () => problem(401, 'CONFIRMATION_NOT_VALID', refusal) })
  follow('/confirm-email?token=old')
  await press()

  expect(await screen.findByRole('heading', { name: refusal })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Open the settings' }).getAttribute('href')).toBe('/settings')
})

test('without a network the button stays, and works when pressed again', async () => {
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

test('whoever is signed in is not offered the login', async () => {
  serve({})
  signInFreelancer()
  follow('/confirm-email')

  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Log In' })).toBeNull())
})

test('the bare page asks for the link', async () => {
  serve({})
  follow('/confirm-email')
  expect(
    await screen.findByRole('heading', { name: 'This page needs the link from your email.' }),
  ).toBeDefined()
  expect(screen.getByRole('link', { name: 'Log In' })).toBeDefined()
})
