import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { open, serve, signInClient, toasts, tokenFor } from '../../../test/fixtures.tsx'
import { reloadSession } from '../../app/session.ts'
import { startPreviewIn } from '../../app/stored.ts'
import { AccountSupport } from '../support/AccountSupport.tsx'
import ClientSettingsPage from './ClientSettingsPage.tsx'

const AT = '2026-11-04T10:00:00.000Z'
const session = { device: 'Firefox on macOS', createdAt: AT, lastSeenAt: AT }
const link = { createdAt: AT, expiresAt: '2026-12-04T10:00:00.000Z', lastOpenedAt: null }

test('a client sees who is logged in as them and by which links, and ends both', async () => {
  const state = {
    sessions: [
      { ...session, id: 's1', current: true, knownBy: 'mailed' },
      { ...session, id: 's2', current: false, knownBy: 'handed_out' },
    ],
    links: [
      { ...link, id: 'l1', origin: 'mailed' },
      { ...link, id: 'l2', origin: 'handed_out' },
    ],
  }
  serve({
    'GET /auth/sessions': () => Response.json(state.sessions),
    'GET /clients/my-links': () => Response.json(state.links),
    'DELETE /auth/sessions/s2': () => {
      state.sessions = state.sessions.filter(({ id }) => id !== 's2')
      return new Response(null, { status: 204 })
    },
    'DELETE /clients/my-links/l2': () => {
      state.links = state.links.filter(({ id }) => id !== 'l2')
      return new Response(null, { status: 204 })
    },
    'DELETE /clients/my-links': () => {
      state.links = []
      return new Response(null, { status: 204 })
    },
  })
  signInClient()
  const path = '/client-dashboard/settings'
  window.history.replaceState(null, '', path)
  open(path, { [path]: <ClientSettingsPage /> })
  const sessions = within(await screen.findByRole('list', { name: 'Sessions' }))
  const links = within(await screen.findByRole('list', { name: 'Login links' }))

  sessions.getByText('By a link that the person who invited you has too')
  await userEvent.click(sessions.getByRole('button', { name: 'End' }))
  await screen.findByText('You are not logged in anywhere else.')
  await userEvent.click(
    links.getByRole('button', { name: 'End', description: 'Whoever invited you has it too' }),
  )
  await waitFor(() => expect(screen.queryByText('Whoever invited you has it too')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'End All Links' }))
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: /End All Links/ }),
  )

  await screen.findByText('No login link works at the moment.')
  expect(toasts().map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Session ended', 'Login link ended', 'All login links have ended']),
  )
})

/** What the server answers to both pages, and that nothing else may be asked for. */
const reads = {
  'GET /notifications/settings': () =>
    Response.json({ work: 'soon', messages: 'soon', push: true, timeZone: 'Europe/London' }),
  'GET /push': () => Response.json({ publicKey: null, devices: [] }),
  'GET /calendar': () => Response.json({ createdAt: null }),
  'GET /support/sender': () => Response.json({ name: 'Maya Whitcombe', email: 'maya@northwind.example' }),
}

function startPreview(path: string) {
  window.history.replaceState(null, '', path)
  const claims = { sub: 'c1', role: 'client', sid: 's9', firstName: 'Maya', lastName: 'Whitcombe' }
  startPreviewIn(window, tokenFor({ ...claims, iat: 1_000, exp: 1_900 }))
  reloadSession('client')
}

test('a preview shows the choices of the client, disabled, and not where they are logged in', async () => {
  const path = '/client-dashboard/settings'
  startPreview(path)
  const asked = serve(reads)

  open(path, { [path]: <ClientSettingsPage /> })

  screen.getByText('Only your client can change these.')
  await waitFor(() =>
    expect(screen.getAllByRole<HTMLInputElement>('radio', { checked: true })).toHaveLength(2),
  )
  for (const radio of screen.getAllByRole('radio')) expect(radio.matches(':disabled')).toBe(true)
  const calendar = await screen.findByRole('button', { name: /Get a calendar link/ })
  expect(calendar.matches(':disabled')).toBe(true)
  expect(screen.getAllByText('Your client has a list here that only they see.')).toHaveLength(2)
  expect(asked.mock.calls.map(([url]) => String(url)).filter((url) => /sessions|links/.test(url))).toEqual([])
})

test('a preview shows the support form of the client, disabled', async () => {
  const path = '/client-dashboard/help'
  startPreview(path)
  serve(reads)

  open(path, { [path]: <AccountSupport area="client" lead="Lead." /> })

  const name = await screen.findByLabelText<HTMLInputElement>('Name')
  expect(name.value).toBe('Maya Whitcombe')
  for (const control of [
    name,
    screen.getByLabelText('Message'),
    screen.getByRole('button', { name: /Send/ }),
  ])
    expect(control.matches(':disabled')).toBe(true)
  screen.getByText('Only your client can write here.')
})
