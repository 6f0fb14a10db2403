import type { clients } from '@portico/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { aClientDetail } from '../../../test/client.ts'
import { open, problem, serve, signInFreelancer, toasts } from '../../../test/fixtures.tsx'
import { aProfile } from '../../../test/profile.ts'
// Loads the lazy chunks before the tests, so that no test waits for them.
import '../../ui/ConfirmDialogBody.tsx'
import ClientPage from './ClientPage.tsx'
import '../clients/NewLinkPanel.tsx'

const loginUrl = 'https://portico.example/client-login?token=fresh'
type Access = clients.ClientDetail['access']
const used: Access = {
  linksAlive: 2,
  sessionsAlive: 2,
  unsentInvitation: null,
  emailRefusal: null,
  lastOpenedAt: '2026-11-20T09:30:00.000Z',
  lastSeenAt: '2026-11-20T11:58:30.000Z',
  lastPreviewedAt: null,
}

function show(access = used, answer: () => Response = () => Response.json({ loginUrl })) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') })
  signInFreelancer()
  let now = access
  const asked = serve({
    'GET /clients/c1': () => Response.json(aClientDetail({ access: now })),
    'GET /clients/c1/projects': () => Response.json([]),
    'GET /auth/me': () => Response.json(aProfile()),
    'POST /clients/c1/reset-access': () => {
      now = { ...access, linksAlive: 1, lastOpenedAt: null }
      return answer()
    },
  })
  open('/clients/c1', { '/clients/:id': <ClientPage /> })
  return { asked, user: userEvent.setup() }
}

const fact = (name: string) => screen.getByText(name).nextSibling as HTMLElement

async function ask(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('button', { name: 'Reset Access' }))
  return within(await screen.findByRole('alertdialog', { name: 'Reset access' }))
}

test('shows working links and relative times, with exact times as titles', async () => {
  show()
  await screen.findByRole('heading', { name: 'Access' })

  expect(fact('Links that work').textContent).toBe('2')
  expect(fact('Signed in').textContent).toBe('On 2 devices')
  expect(fact('Link last opened').textContent).toBe('2 hours ago')
  expect(fact('Last seen').textContent).toBe('1 minute ago')
  expect(within(fact('Last seen')).getByText('1 minute ago').title).toMatch(/^20 November 2026, \d\d:58$/)
})

test('says that no link was opened by a client who has never logged in', async () => {
  show({ ...used, linksAlive: 0, sessionsAlive: 0, lastOpenedAt: null, lastSeenAt: null })
  await screen.findByRole('heading', { name: 'Access' })
  expect(
    ['Links that work', 'Signed in', 'Link last opened', 'Last seen'].map((name) => fact(name).textContent),
  ).toEqual(['None', 'Nowhere', 'Not yet', 'Never'])
})

test('Reset Access names what it ends, and can be cancelled', async () => {
  const { user, asked } = show()
  const dialog = await ask(user)
  expect(
    dialog.getByText('Every link and session of Maya Whitcombe ends at once, also those they use now.'),
  ).toBeDefined()
  expect(dialog.getByText(/^2 links stop working\./)).toBeDefined()
  await waitFor(() =>
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Keep access' })),
  )

  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(asked.mock.calls.some(([, init]) => init?.method === 'POST')).toBe(false)
})

test('after the reset the only working link is shown and can be copied', async () => {
  const { user } = show()
  const dialog = await ask(user)
  await user.click(dialog.getByRole('button', { name: /Reset Access/ }))

  const panel = within(await screen.findByRole('dialog', { name: 'Access reset' }))
  expect(panel.getByLabelText<HTMLInputElement>('Login link').value).toBe(loginUrl)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Only this link works now.'))
  await user.click(panel.getByRole('button', { name: 'Copy Link' }))
  expect(await navigator.clipboard.readText()).toBe(loginUrl)

  await user.click(panel.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'Reset Access' }))
  await waitFor(() => expect(fact('Links that work').textContent).toBe('1'))
  expect(toasts().map(({ title }) => title)).toEqual([
    'Access reset successfully',
    'Login link copied to clipboard',
  ])
})

test('a new link is said to work as long as the operator has set', async () => {
  document.documentElement.dataset.loginLinkDuration = '3 days'
  onTestFinished(() => {
    delete document.documentElement.dataset.loginLinkDuration
  })
  const { user } = show()
  const dialog = await ask(user)
  await user.click(dialog.getByRole('button', { name: /Reset Access/ }))

  const panel = within(await screen.findByRole('dialog', { name: 'Access reset' }))
  expect(panel.getByText(/It works for/).textContent).toContain('It works for 3 days, as often as they like.')
})

test.for([
  [() => problem(503, 'NOT_READY', 'Please try again in a moment.'), 'Please try again in a moment.'],
  [() => new Response('', { status: 502 }), 'Failed to reset access'],
] as const)('a failed reset shows no link but a toast: %o, %s', async ([answer, message]) => {
  const { user } = show(used, answer)
  const dialog = await ask(user)
  await user.click(dialog.getByRole('button', { name: /Reset Access/ }))

  await waitFor(() => expect(toasts()).toEqual([{ kind: 'error', title: message, detail: undefined }]))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.queryByRole('dialog')).toBeNull()
})
