import type { clients } from '@portico/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aClientDetail } from '../../../test/client.ts'
import { open, problem, serve, signInFreelancer, toasts } from '../../../test/fixtures.tsx'
import { aProfile } from '../../../test/profile.ts'
import ClientPage from '../client-pages/ClientPage.tsx'
// Loads the lazy chunk before the tests, so that no test waits for it.
import './EditClientPanel.tsx'

type Handler = Parameters<typeof serve>[0][string]

async function show(
  refuse?: Handler,
  emailStatus = 'queued',
  unsentInvitation: clients.UnsentInvitation | null = null,
) {
  signInFreelancer()
  let client = aClientDetail()
  client.access.unsentInvitation = unsentInvitation
  const asked = serve({
    'GET /clients/c1': () => Response.json(client),
    'GET /clients/c1/projects': () => Response.json([]),
    'GET /auth/me': () => Response.json(aProfile()),
    'POST /clients/c1/login-link': () =>
      Response.json({ loginUrl: 'https://portico.example/client-login?token=new' }),
    'PUT /clients/c1': (call) => {
      if (refuse) return refuse(call)
      client = { ...client, ...(call.body as clients.ClientChange) }
      const { access: _, ...changed } = client
      const moved = 'email' in (call.body as clients.ClientChange)
      return Response.json({ ...changed, emailStatus: moved ? emailStatus : 'none' })
    },
  })
  open('/clients/c1', { '/clients/:id': <ClientPage /> })
  const user = userEvent.setup()
  const edit = async () => {
    await user.click(await screen.findByRole('button', { name: 'Edit client' }))
    await screen.findByRole('dialog', { name: 'Edit client' })
  }
  await edit()
  const sent = () =>
    asked.mock.calls
      .filter(([, init]) => init?.method === 'PUT')
      .map(([, init]) => JSON.parse(String(init?.body)))
  return { user, sent, edit }
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const update = () => screen.getByRole<HTMLButtonElement>('button', { name: /Update Client/ })
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const warning = () => screen.queryByText(/every link and session of this client ends/)

async function retype(user: ReturnType<typeof userEvent.setup>, name: string, text: string) {
  await user.clear(field(name))
  await user.type(field(name), text)
}

test('sends only the changed fields, and the page shows them', async () => {
  const { user, sent } = await show()
  expect(['First name', 'Last name', 'Email', 'Company'].map((name) => field(name).value)).toEqual([
    'Maya',
    'Whitcombe',
    'maya@bakery.example',
    'Northwind Bakery',
  ])
  expect(update().getAttribute('aria-disabled')).toBe('true')

  await retype(user, 'Last name', 'Lloyd')
  expect(warning()).toBeNull()
  await user.click(update())

  await gone()
  expect(sent()).toEqual([{ lastName: 'Lloyd', was: { lastName: 'Whitcombe' } }])
  expect(screen.getByRole('heading', { level: 1, name: 'Maya Lloyd' })).toBeDefined()
  expect(toasts()).toEqual([{ kind: 'success', title: 'Client updated successfully', detail: undefined }])
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'Edit client' }))
  expect(localStorage.getItem('portico.draft.edit-client.c1')).toBeNull()
})

test('removes a company', async () => {
  const { user, sent } = await show()
  await retype(user, 'Company', ' ')
  await user.click(update())
  await gone()
  expect(sent()).toEqual([{ company: null, was: { company: 'Northwind Bakery' } }])
  expect(screen.getByText('N/A')).toBeDefined()
})

test('warns that a new address ends links and sessions before it is sent', async () => {
  const { user, sent } = await show()
  await retype(user, 'Email', 'MAYA@bakery.example')
  expect(warning()).toBeNull()

  await retype(user, 'Email', 'maya@home.example')
  expect(warning()?.closest('[role="status"]')).not.toBeNull()
  expect(sent()).toEqual([])
  await user.click(update())

  await gone()
  expect(sent()).toEqual([{ email: 'maya@home.example', was: { email: 'maya@bakery.example' } }])
  expect(toasts()).toMatchObject([
    {
      title: 'Client updated successfully',
      detail: 'A new login link is on its way to maya@home.example.',
    },
  ])
})

test.for([
  ['limited', /No email was sent: there were too many within the hour/],
  ['unconfirmed', /No email was sent yet: Maya gets one once you confirm your own address/],
] as const)('shows the new link when no email was sent: %s', async ([status, text]) => {
  const { user } = await show(undefined, status)
  await retype(user, 'Email', 'maya@home.example')
  await user.click(update())

  expect(await screen.findByText(text)).toBeDefined()
  expect(field('Login link').value).toBe('https://portico.example/client-login?token=new')
  expect(screen.getByRole('dialog', { name: 'Client updated' }).contains(document.activeElement)).toBe(true)
  expect(toasts()).toEqual([{ kind: 'success', title: 'Client updated successfully', detail: undefined }])
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await gone()
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'Edit client' }))
})

test('changes when a client is invited who has not come in yet', async () => {
  const { user, sent } = await show(undefined, 'none', 'never')
  const choice = within(screen.getByRole('group', { name: 'Send the login link by email' }))
  expect(choice.getByRole('radio', { name: /^Never/, checked: true })).toBeDefined()

  await user.click(choice.getByRole('radio', { name: 'Now' }))
  await user.click(update())

  await gone()
  expect(sent()).toEqual([{ invite: 'now', was: {} }])
})

test('asks nothing about the invitation of a client who has got it', async () => {
  await show()
  expect(screen.queryByRole('group', { name: 'Send the login link by email' })).toBeNull()
})

test('shows the new link when no email goes to the client yet', async () => {
  const { user } = await show(undefined, 'none', 'never')
  await retype(user, 'Email', 'maya@home.example')
  expect(warning()?.textContent).toContain('A new link is shown here, for you to send.')
  await user.click(update())

  expect(await screen.findByText(/^Send them this link yourself\. No email goes to Maya until/)).toBeDefined()
  expect(field('Login link').value).toBe('https://portico.example/client-login?token=new')
})

test('refuses a blank name and a blank address', async () => {
  const { user, sent } = await show()
  await user.clear(field('First name'))
  await user.clear(field('Email'))
  await user.click(update())

  expect(document.activeElement).toBe(
    screen.getByRole('textbox', { name: 'First name', description: 'First name is required.' }),
  )
  expect(screen.getByRole('textbox', { name: 'Email', description: 'Email is required.' })).toBeDefined()
  expect(sent()).toEqual([])
})

test.for([
  [
    'shows the server’s message',
    () => problem(409, 'CLIENT_EXISTS', 'You have a client with this email already.'),
    'You have a client with this email already.',
  ],
  ['shows the fallback', () => new Response('<h1>502</h1>', { status: 502 }), 'Failed to update client'],
] as const)('keeps the typed text when saving fails and %s', async ([, refuse, message]) => {
  const { user } = await show(refuse)
  await retype(user, 'Email', 'tom@home.example')
  await user.click(update())

  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(field('Email').value).toBe('tom@home.example')
  expect(toasts()).toEqual([])
})

test('shows the error of a field at that field', async () => {
  const message = 'Please enter a valid email address.'
  const { user } = await show(() => problem(400, 'INVALID_INPUT', message, { email: message }))
  await retype(user, 'Email', 'tom')
  await user.click(update())

  const email = await screen.findByRole('textbox', { name: 'Email', description: message })
  await waitFor(() => expect(document.activeElement).toBe(email))
  expect(within(screen.getByRole('dialog')).queryByRole('alert')).toBeNull()
})

test('keeps the typed text after closing, and discards it after Cancel', async () => {
  const { user, edit } = await show()
  await user.type(field('First name'), ' Ann')
  await user.keyboard('{Escape}')
  await gone()
  await edit()
  expect(field('First name').value).toBe('Maya Ann')

  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await gone()
  await edit()
  expect(field('First name').value).toBe('Maya')
})
