import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { open, problem, serve } from '../../../test/fixtures.tsx'
import headScript from '../../app/head-script.ts?inline-script'
import ConfirmNewEmailPage from './ConfirmNewEmailPage.tsx'
import UndoEmailChangePage from './UndoEmailChangePage.tsx'

/** Runs the script in the head first, as a browser does. */
function follow(address: string) {
  window.history.replaceState(null, '', address)
  new Function(headScript)()
  const [path = ''] = address.split('?')
  return open(path, {
    '/confirm-new-email': <ConfirmNewEmailPage />,
    '/undo-email': <UndoEmailChangePage />,
  })
}
const press = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }))

test('confirms the new address when the button is pressed, not when the page opens', async () => {
  const asked = serve({
    'POST /auth/email-change/confirm': ({ body }) => {
      expect(body).toEqual({ token: 'secret' })
      return Response.json({ email: 'ada@new.example' })
    },
  })

  follow('/confirm-new-email?token=secret')
  await screen.findByRole('heading', { name: 'Confirm your new email' })
  expect(window.location.search).toBe('')
  expect(asked).not.toHaveBeenCalled()
  await press(/Confirm my new email/)

  const heading = await screen.findByRole('heading', { name: 'Your new email is confirmed.' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(screen.getByText(/You log in with ada@new\.example from now on/)).toBeDefined()
})

test('undoes a change, says what ended, and leads on to a new password', async () => {
  serve({
    'POST /auth/email-change/undo': () =>
      Response.json({
        email: 'ada@marsh.example',
        changedSince: true,
        factorsRemoved: true,
        passwordUrl: 'https://portico.example/reset-password?token=fresh',
      }),
  })
  follow('/undo-email?token=secret')
  await press(/Undo the change/)

  await screen.findByRole('heading', { name: 'The change is undone.' })
  expect(
    screen.getByText(/Your email is ada@marsh\.example again\. It had been changed once more/),
  ).toBeDefined()
  expect(screen.getByRole('link', { name: 'Choose a new password' }).getAttribute('href')).toBe(
    'https://portico.example/reset-password?token=fresh',
  )
})

test.for([
  [401, 'EMAIL_CHANGE_NOT_VALID', '/confirm-new-email', /Confirm my new email/, '/settings/security#email'],
  [409, 'NEW_EMAIL_TAKEN', '/confirm-new-email', /Confirm my new email/, '/settings/security#email'],
  [409, 'ALREADY_UNDONE', '/undo-email', /Undo the change/, '/support'],
  [409, 'ACCOUNT_CLOSED', '/undo-email', /Undo the change/, '/support'],
] as const)('%s %s at %s is the heading, with a way on', async ([status, code, path, button, next]) => {
  const sentence = `The sentence of ${code}.`
  serve({
    'POST /auth/email-change/confirm': () => problem(status, code, sentence),
    'POST /auth/email-change/undo': () => problem(status, code, sentence),
  })
  follow(`${path}?token=old`)
  await press(button)

  await screen.findByRole('heading', { name: sentence })
  expect(screen.getByRole('link', { name: /Open the settings|Write to support/ }).getAttribute('href')).toBe(
    next,
  )
})

test.for(['/confirm-new-email', '/undo-email'])(
  '%s asks for the link when there is no token',
  async (path) => {
    serve({})
    follow(path)
    await screen.findByRole('heading', { name: 'This page needs the link from your email.' })
  },
)
