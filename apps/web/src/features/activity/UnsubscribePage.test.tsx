import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { problem, serve } from '../../../test/fixtures.tsx'
import headScript from '../../app/head-script.ts?inline-script'
import EmailSettingsPage from './EmailSettingsPage.tsx'
import UnsubscribeFromChatPage from './UnsubscribeFromChatPage.tsx'
import UnsubscribePage from './UnsubscribePage.tsx'

/** Runs the script in the head first, as a browser does. */
function follow(link: string, Page: () => React.ReactNode) {
  window.history.replaceState(null, '', link)
  // biome-ignore lint/security/noGlobalEval: it is the very text that browsers run
  eval(headScript)
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: <Page /> }])} />)
}

afterEach(() => {
  window.porticoLink = null
  window.history.replaceState(null, '', '/')
})

const settings = { work: 'soon', messages: 'soon', push: false, timeZone: 'Europe/London' } as const

test('stops one kind of email after a click, and removes the token from the address', async () => {
  const asked = serve({ 'POST /notifications/unsubscribe': () => Response.json(settings) })
  follow('/unsubscribe?topic=work&token=client.c1.sig', UnsubscribePage)
  await screen.findByRole('heading', { name: 'No more emails about work?' })
  expect(asked, 'opening the page').not.toHaveBeenCalled()

  await userEvent.click(screen.getByRole('button', { name: 'Stop these emails' }))

  await screen.findByRole('heading', { name: 'No more emails about work.' })
  expect(asked.mock.calls[0]?.[0]).toBe('/api/notifications/unsubscribe?token=client.c1.sig&topic=work')
  expect(window.location.href).not.toContain('sig')
  expect(screen.getByRole('link', { name: 'All settings' }).getAttribute('href')).toBe(
    '/email-settings?token=client.c1.sig',
  )
})

test('takes the links of earlier versions', async () => {
  const asked = serve({ 'POST /messages/mail/unsubscribe': () => Response.json({ enabled: false }) })
  follow('/chat-mail?token=freelancer.f1.sig', UnsubscribeFromChatPage)
  await userEvent.click(screen.getByRole('button', { name: 'Stop these emails' }))

  await screen.findByRole('heading', { name: 'No more emails about messages.' })
  expect(asked.mock.calls[0]?.[0]).toBe('/api/messages/mail/unsubscribe?token=freelancer.f1.sig')
  expect(screen.getByRole('link', { name: 'All settings' }).getAttribute('href')).toBe(
    '/settings/notifications',
  )
})

test('shows an error for an invalid link', async () => {
  serve({
    'POST /notifications/unsubscribe': () => problem(401, 'UNSUBSCRIBE_NOT_VALID', 'This link is not valid.'),
  })
  follow('/unsubscribe?topic=work&token=client.c1.other', UnsubscribePage)
  await userEvent.click(screen.getByRole('button', { name: 'Stop these emails' }))

  await screen.findByRole('heading', { name: 'This link is not valid.' })
  expect(screen.queryByRole('button')).toBeNull()
})

test('retries after an outage', async () => {
  let isDown = true
  serve({
    'POST /notifications/unsubscribe': () =>
      isDown ? problem(503, 'NOT_READY', 'Please try again.') : Response.json(settings),
  })
  follow('/unsubscribe?topic=messages&token=client.c1.sig', UnsubscribePage)
  await userEvent.click(screen.getByRole('button', { name: 'Stop these emails' }))
  isDown = false
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))

  await screen.findByRole('heading', { name: 'No more emails about messages.' })
})

test('asks for the link when opened without one', async () => {
  follow('/unsubscribe', UnsubscribePage)

  await screen.findByRole('heading', { name: 'This page needs the link from your email.' })
})

test('changes the settings without a session', async () => {
  const asked = serve({
    'GET /notifications/settings/by-email': () => Response.json(settings),
    'PUT /notifications/settings/by-email': () => Response.json({ ...settings, work: 'daily' }),
  })
  follow('/email-settings?token=client.c1.sig', EmailSettingsPage)
  const work = await screen.findByRole('radiogroup', { name: 'Work, by email' })
  const daily = await screen.findByRole('radio', { name: /Once a day/ })
  expect(work.textContent).toContain('At 8:00 London time')

  await userEvent.click(daily)

  expect((daily as HTMLInputElement).checked).toBe(true)
  expect(JSON.parse(String(asked.mock.calls[1]?.[1]?.body))).toMatchObject({
    work: 'daily',
    timeZone: expect.any(String),
  })
})
