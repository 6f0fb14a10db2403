import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { aClient, aSummary } from '../../../test/client.ts'
import { open, problem, serve, signInFreelancer, toasts } from '../../../test/fixtures.tsx'
import { aProfile } from '../../../test/profile.ts'
// Loads the lazy chunks before the tests, so that no test waits for them.
import './CreateClientPanel.tsx'
import ClientsPage from '../client-pages/ClientsPage.tsx'

const loginUrl = 'https://portico.example/client-login?token=secret'

async function show(answer: () => Response | Promise<Response> = () => created()) {
  signInFreelancer()
  let list = [] as ReturnType<typeof aClient>[]
  const asked = serve({
    'GET /clients': () => Response.json({ clients: list }),
    'GET /auth/me': () => Response.json(aProfile()),
    'GET /dashboard/summary': () => Response.json(aSummary('pro', list.length, 5)),
    'POST /clients/create': () => {
      list = [aClient()]
      return answer()
    },
  })
  open('/clients', { '/clients': <ClientsPage /> })
  const user = userEvent.setup()
  await screen.findByText('You have no clients yet.')
  await user.click(screen.getByRole('button', { name: '+ Create Client' }))
  await screen.findByRole('dialog', { name: 'New client' })
  const calls = (method: string, path: string) =>
    asked.mock.calls.filter(([at, init]) => at.startsWith(`/api${path}`) && init?.method === method)
  return { user, calls }
}

const created = (emailStatus = 'queued') =>
  Response.json({ client: aClient(), loginUrl, emailStatus }, { status: 201 })
const button = () => screen.getByRole('button', { name: /^Create Client/ })

async function fillIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText('First name'), 'Maya')
  await user.type(screen.getByLabelText('Last name'), 'Whitcombe')
  await user.type(screen.getByLabelText('Email'), 'maya@bakery.example')
  await user.type(screen.getByLabelText('Company'), 'Northwind Bakery')
}

test('creates a client, shows the link to copy, and refreshes the list', async () => {
  const { user, calls } = await show()
  await fillIn(user)
  await user.click(button())

  const link = await screen.findByLabelText<HTMLInputElement>('Login link')
  expect(link.value).toBe(loginUrl)
  expect(screen.getByText(/The link is on its way to maya@bakery\.example\./)).toBeDefined()
  expect(JSON.parse(String(calls('POST', '/clients/create')[0]?.[1]?.body))).toEqual({
    firstName: 'Maya',
    lastName: 'Whitcombe',
    email: 'maya@bakery.example',
    company: 'Northwind Bakery',
    invite: 'now',
    clientRequestId: expect.any(String),
  })
  expect(document.activeElement?.textContent).toBe('Maya can come in now.')

  await user.click(screen.getByRole('button', { name: 'Copy Link' }))
  expect(await navigator.clipboard.readText()).toBe(loginUrl)
  expect(screen.getByRole('button', { name: 'Copied' })).toBeDefined()
  expect(toasts().map(({ title }) => title)).toEqual([
    'Client created successfully',
    'Login link copied to clipboard',
  ])

  await user.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('Maya Whitcombe')).toBeDefined()
  expect(screen.getByText('1 of 5 on the Pro plan. Four places left.')).toBeDefined()
  expect(localStorage.getItem('portico.draft.new-client')).toBeNull()
})

test.for([
  ['When the first project is ready', 'first-project', /Maya gets an email with their first project\./],
  [
    'Never: I send the link myself',
    'never',
    /^Send them this link yourself\. No email goes to Maya until they have come in by the link you send\./,
  ],
] as const)('asks when to mail the link: %s', async ([label, invite, text]) => {
  const { user, calls } = await show(() => created(invite === 'never' ? 'none' : invite))
  await fillIn(user)
  const choice = within(screen.getByRole('group', { name: 'Send the login link by email' }))
  expect(choice.getByRole<HTMLInputElement>('radio', { name: 'Now' }).checked).toBe(true)
  await user.click(choice.getByRole('radio', { name: label }))
  expect(choice.getByRole('status').textContent).toBe(
    invite === 'never' ? 'No email goes to Maya until they have come in by the link you send.' : '',
  )
  await user.click(button())

  expect(await screen.findByText(text)).toBeDefined()
  expect(JSON.parse(String(calls('POST', '/clients/create')[0]?.[1]?.body)).invite).toBe(invite)
})

test('creates a client without a company', async () => {
  const { user, calls } = await show()
  await fillIn(user)
  await user.clear(screen.getByLabelText('Company'))
  await user.click(button())

  await screen.findByLabelText('Login link')
  expect(JSON.parse(String(calls('POST', '/clients/create')[0]?.[1]?.body)).company).toBeNull()
})

test.for([
  ['limited', /No email was sent: there were too many within the hour\. Send Maya this link yourself\./],
  ['unconfirmed', /No email was sent yet: Maya gets one once you confirm your own address\./],
] as const)('explains why no email was sent: %s', async ([status, text]) => {
  const { user } = await show(() => created(status))
  await fillIn(user)
  await user.click(button())

  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.queryByText(/on its way/)).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Login link').value).toBe(loginUrl)
})

test('selects the link and asks to copy it by hand when copying is refused', async () => {
  const { user } = await show()
  await fillIn(user)
  await user.click(button())
  const link = await screen.findByLabelText<HTMLInputElement>('Login link')
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  await user.click(screen.getByRole('button', { name: 'Copy Link' }))

  await waitFor(() => expect(toasts().at(-1)?.kind).toBe('error'))
  await expect.poll(() => document.activeElement).toBe(link)
  expect([link.selectionStart, link.selectionEnd]).toEqual([0, loginUrl.length])
})

test('requires names and address, and zero-width characters do not fill them', async () => {
  const { user, calls } = await show()
  await user.type(screen.getByLabelText('First name'), 'Maya')
  await user.type(screen.getByLabelText('Last name'), ' \u200b ')
  await user.click(button())

  expect(screen.getByRole('alert').textContent).toBe('Please fill out all fields')
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Last name'))
  expect(calls('POST', '/clients/create')).toHaveLength(0)
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Maya')
})

test.for([
  [
    'the plan is full',
    () => problem(403, 'CLIENT_LIMIT_REACHED', 'Your Pro plan has room for 5 clients.'),
    'Your Pro plan has room for 5 clients.',
  ],
  [
    'the server sends no message',
    () => new Response('<h1>502</h1>', { status: 502 }),
    'Failed to create client',
  ],
  [
    'the server cannot be reached',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'Failed to create client. We could not reach the server.',
  ],
] as const)('shows the error and keeps the typed text when %s', async ([, answer, message]) => {
  const { user, calls } = await show(answer)
  await fillIn(user)
  await user.click(button())

  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('maya@bakery.example')
  expect(toasts()).toEqual([])
  // The last place may have been taken elsewhere.
  await waitFor(() => expect(calls('GET', '/dashboard/summary')).toHaveLength(2))
})

test('shows the error of a field once, at that field', async () => {
  const message = 'Please enter a valid email address.'
  const { user } = await show(() => problem(400, 'INVALID_INPUT', message, { email: message }))
  await fillIn(user)
  await user.click(button())

  await screen.findByText(message)
  await expect
    .poll(() => document.activeElement)
    .toBe(screen.getByRole('textbox', { name: 'Email', description: message }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('stays open while the client is being created, and sends nothing twice', async () => {
  let answer = (_: Response) => {}
  const { user, calls } = await show(() => new Promise((resolve) => (answer = resolve)))
  await fillIn(user)
  await user.click(button())

  expect(button().getAttribute('aria-busy')).toBe('true')
  expect(button().textContent).toContain('Creating...')
  await user.keyboard('{Escape}')
  await user.click(button())
  await user.type(screen.getByLabelText('Company'), '{Enter}')
  expect(
    screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).getAttribute('aria-disabled'),
  ).toBe('true')
  answer(created())

  await screen.findByLabelText('Login link')
  expect(calls('POST', '/clients/create')).toHaveLength(1)
})

test('keeps the typed text after closing, and discards it after Cancel', async () => {
  const { user } = await show()
  await user.type(screen.getByLabelText('First name'), 'Maya')
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: '+ Create Client' }))
  expect((await screen.findByLabelText<HTMLInputElement>('First name')).value).toBe('Maya')

  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: '+ Create Client' }))
  expect((await screen.findByLabelText<HTMLInputElement>('First name')).value).toBe('')
})
