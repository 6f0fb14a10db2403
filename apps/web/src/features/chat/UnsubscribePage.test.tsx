import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { problem, serve } from '../../../test/fixtures.tsx'
import { headScript } from '../../app/head-script.ts'
import UnsubscribePage from './UnsubscribePage.tsx'

/** Runs the script in the head first, as a browser does. */
function follow(link: string) {
  window.history.replaceState(null, '', link)
  // biome-ignore lint/security/noGlobalEval: it is the very text that browsers run
  eval(headScript)
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: <UnsubscribePage /> }])} />)
}

afterEach(() => {
  window.porticoLink = null
  window.history.replaceState(null, '', '/')
})

test('unsubscribes without a click, and removes the token from the address', async () => {
  const asked = serve({ 'POST /messages/mail/unsubscribe': () => Response.json({ enabled: false }) })
  follow('/chat-mail?token=client.c1.sig')

  await screen.findByText('No more mails about messages.')
  expect(asked.mock.calls[0]?.[0]).toBe('/api/messages/mail/unsubscribe?token=client.c1.sig')
  expect(window.location.href).not.toContain('sig')
  expect(screen.getByRole('link', { name: 'Open the chat' }).getAttribute('href')).toBe(
    '/client-dashboard/chat',
  )
})

test('leads a freelancer to the settings', async () => {
  serve({ 'POST /messages/mail/unsubscribe': () => Response.json({ enabled: false }) })
  follow('/chat-mail?token=freelancer.f1.sig')
  const link = await screen.findByRole('link', { name: 'Open the settings' })
  expect(link.getAttribute('href')).toBe('/settings')
})

test('shows an error for an invalid link, and leads to the switch', async () => {
  serve({
    'POST /messages/mail/unsubscribe': () => problem(401, 'UNSUBSCRIBE_NOT_VALID', 'This link is not valid.'),
  })
  follow('/chat-mail?token=client.c1.other')
  await screen.findByRole('heading', { name: 'This link is not valid.' })
  expect(screen.getByRole('link', { name: 'Open the chat' })).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

test('offers a retry when the server is not available', async () => {
  let down = true
  serve({
    'POST /messages/mail/unsubscribe': () =>
      down ? problem(503, 'NOT_READY', '') : Response.json({ enabled: false }),
  })
  follow('/chat-mail?token=client.c1.sig')
  const retry = await screen.findByRole('button', { name: 'Retry' })
  down = false
  await userEvent.click(retry)
  await screen.findByText('No more mails about messages.')
})

test('asks for the link when there is no token', async () => {
  follow('/chat-mail')
  await screen.findByText('This page needs the link from your email.')
})
