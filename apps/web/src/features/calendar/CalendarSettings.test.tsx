import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { open, serve, signInFreelancer } from '../../../test/fixtures.tsx'
// Loads the lazy chunk before the tests, so that no test waits for it.
import '../../ui/ConfirmDialogBody.tsx'
import { CalendarSettings } from './CalendarSettings.tsx'

const url = 'https://portico.example/api/calendar.ics?token=secret'
const NOW = '2026-11-20T12:00:00.000Z'

function show({ createdAt = null as string | null } = {}) {
  signInFreelancer()
  let state = { createdAt }
  const asked = serve({
    'GET /calendar': () => Response.json(state),
    'POST /calendar': () => {
      state = { createdAt: NOW }
      return Response.json({ url, createdAt: NOW })
    },
    'DELETE /calendar': () => {
      state = { createdAt: null }
      return new Response(null, { status: 204 })
    },
  })
  open('/settings', { '/settings': <CalendarSettings /> })
  return { asked, user: userEvent.setup() }
}
const address = () => screen.queryByRole<HTMLInputElement>('textbox', { name: /calendar link/ })

test('shows a new address once, to copy and to open in a calendar', async () => {
  const { user } = show()

  await user.click(await screen.findByRole('button', { name: /Get a calendar link/ }))

  await waitFor(() => expect(address()?.value).toBe(url))
  expect(screen.getByRole('link', { name: /calendar of this device/ }).getAttribute('href')).toBe(
    'webcal://portico.example/api/calendar.ics?token=secret',
  )
  expect(document.activeElement?.textContent).toContain('Get a new calendar link')
})

test('asks before it ends the address that calendars use', async () => {
  const { user, asked } = show({ createdAt: NOW })
  await screen.findByText(/On since 20 November 2026/)
  expect(address()).toBeNull()

  await user.click(screen.getByRole('button', { name: /Get a new calendar link/ }))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('The present link stops working at once.')
  expect(asked).toHaveBeenCalledTimes(1)
  await user.click(screen.getByRole('button', { name: 'Keep the link' }))
  await waitFor(() => expect(dialog.isConnected).toBe(false))

  await user.click(screen.getByRole('button', { name: /Switch off/ }))
  await screen.findByRole('alertdialog')
  await user.click(screen.getAllByRole('button', { name: /Switch off/ }).at(-1) as HTMLElement)

  await screen.findByRole('button', { name: /Get a calendar link/ })
  expect(screen.queryByText(/On since/)).toBeNull()
})
