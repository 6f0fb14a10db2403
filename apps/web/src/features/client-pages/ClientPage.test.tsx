import type { clients } from '@portico/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { aClientDetail, aSummary } from '../../../test/client.ts'
import {
  changedMeanwhile,
  expectComplaint,
  open,
  problem,
  serve,
  signInFreelancer,
  toasts,
} from '../../../test/fixtures.tsx'
import { aProfile } from '../../../test/profile.ts'
import { aProject } from '../../../test/project.ts'
// Loads the lazy chunks before the tests, so that no test waits for them.
import '../../ui/ConfirmDialogBody.tsx'
import '../clients/NewLinkPanel.tsx'
import ClientPage from './ClientPage.tsx'

beforeEach(() => {
  document.title = 'Portico | Clients'
})

function show(handlers: Parameters<typeof serve>[0] = {}) {
  signInFreelancer()
  const asked = serve({
    'GET /clients/c1': () => Response.json(aClientDetail({ company: null })),
    'GET /clients/c1/contacts': () => Response.json([]),
    'GET /clients/c1/projects': () =>
      Response.json([
        aProject({ title: 'Signage', dueDate: '2026-10-30', overdue: true }),
        aProject({ id: 'p2', status: 'Pending' }),
      ]),
    'GET /clients/c1/contents': () =>
      Response.json({ projects: 2, files: 11, feedback: 1, messages: 0, inBin: 3 }),
    'GET /auth/me': () => Response.json(aProfile()),
    'GET /dashboard/summary': () => Response.json(aSummary('pro', 1, 5)),
    ...handlers,
  })
  const router = open('/clients/c1', { '/clients/:id': <ClientPage />, '/clients': <h1>Your Clients</h1> })
  return { asked, router, user: userEvent.setup() }
}

test('shows the client’s details and projects', async () => {
  show()

  expect(screen.getByText('Loading client...')).toBeDefined()
  expect(await screen.findByRole('heading', { level: 1, name: 'Maya Whitcombe' })).toBeDefined()
  expect(document.title).toBe('Maya Whitcombe · Portico | Clients')
  expect(screen.getByRole('link', { name: 'maya@bakery.example' }).getAttribute('href')).toBe(
    'mailto:maya@bakery.example',
  )
  expect(screen.getByText('N/A')).toBeDefined()
  expect(screen.getByText('2 September 2026')).toBeDefined()

  const [signage, menu] = (await screen.findAllByRole('listitem')).map((row) => within(row))
  expect(signage?.getByRole('link', { name: 'Signage' }).getAttribute('href')).toBe('/projects/p1')
  expect(signage?.getByText('30 October 2026, overdue')).toBeDefined()
  expect(signage?.getByText('In Progress')).toBeDefined()
  expect(menu?.getByText('No due date')).toBeDefined()
  expect(menu?.getByText('Pending')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/clients')
})

const archivedMaya = () => aClientDetail({ archivedAt: '2026-09-20T10:00:00.000Z' })

test('the chat with the client opens from their page', async () => {
  show({ 'GET /clients/c1': () => Response.json(aClientDetail()) })

  const link = await screen.findByRole('link', { name: 'Open the chat' })

  expect(link.getAttribute('href')).toBe('/chat?client=c1')
})

test('archives the client, who is then read only, and restores them', async () => {
  let stored = aClientDetail()
  const { user, asked } = show({
    'GET /clients/c1': () => Response.json(stored),
    'PUT /clients/c1': ({ body }) => {
      const { archived } = body as { archived: boolean }
      stored = archived ? archivedMaya() : aClientDetail()
      const { access: _, ...client } = stored
      return Response.json({ ...client, emailStatus: 'none' })
    },
  })

  await user.click(await screen.findByRole('button', { name: 'Archive Client' }))

  const band = await screen.findByText(/^Archived on/)
  expect(band.textContent).toMatch(
    /^Archived on 20 September( 2026)?\. Maya does not count towards your plan\./,
  )
  for (const name of [/Resend Login Link/, 'Create Project', 'Edit client'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.getByRole('link', { name: 'Read the chat' }).getAttribute('href')).toBe('/chat?client=c1')
  expect(screen.getByRole('button', { name: 'Reset Access' })).toBeDefined()

  await user.click(screen.getAllByRole('button', { name: 'Bring back' })[0] as HTMLElement)

  expect(await screen.findByRole('button', { name: 'Create Project' })).toBeDefined()
  expect(toasts().map(({ title }) => title)).toEqual(['Maya is archived', 'Maya is back'])
  const sent = asked.mock.calls.filter(([, init]) => init?.method === 'PUT').map(([, init]) => init?.body)
  expect(sent).toEqual(['{"archived":true}', '{"archived":false}'])
})

test('explains how to restore a client when the plan is full', async () => {
  const { user } = show({
    'GET /clients/c1': () => Response.json(archivedMaya()),
    'PUT /clients/c1': () =>
      problem(403, 'CLIENT_LIMIT_REACHED', 'Your Starter plan has room for 3 clients.'),
  })

  await user.click((await screen.findAllByRole('button', { name: 'Bring back' }))[0] as HTMLElement)

  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(
    'Your Starter plan has room for 3 clients. Choose another plan or archive another client first.',
  )
  expect(within(alert).getByRole('link', { name: 'archive another client' }).getAttribute('href')).toBe(
    '/clients',
  )
  expect(toasts()).toEqual([])
})

test('the dialog that deletes offers to archive instead', async () => {
  let archived = false
  const { user, asked } = show({
    'GET /clients/c1': () => Response.json(archived ? archivedMaya() : aClientDetail()),
    'PUT /clients/c1': () => {
      archived = true
      const { access: _, ...client } = archivedMaya()
      return Response.json({ ...client, emailStatus: 'none' })
    },
  })

  const dialog = await askToDelete(user)
  await user.click(dialog.getByRole('button', { name: 'Archive instead' }))

  expect(await screen.findByText(/^Archived on/)).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(asked.mock.calls.some(([, init]) => init?.method === 'DELETE')).toBe(false)
})

test('shows an empty state without projects', async () => {
  show({ 'GET /clients/c1/projects': () => Response.json([]) })
  expect(await screen.findByText('No projects found for this client.')).toBeDefined()
})

test('a 404 shows “Client not found.”', async () => {
  expectComplaint('error')
  show({ 'GET /clients/c1': () => problem(404, 'CLIENT_NOT_FOUND', 'Client not found.') })
  expect(await screen.findByText('Client not found.')).toBeDefined()
  expect(document.title).toBe('Portico | Clients')
})

test('a failed load shows an error, and Retry loads the client', async () => {
  expectComplaint('error')
  let down = true
  const { user } = show({
    'GET /clients/c1': () => (down ? problem(503, 'NOT_READY', '') : Response.json(aClientDetail())),
    'GET /clients/c1/projects': () => problem(503, 'NOT_READY', ''),
  })

  await screen.findByText('Failed to load client')
  down = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))

  expect(await screen.findByRole('heading', { name: 'Maya Whitcombe' })).toBeDefined()
  expect(await screen.findByText('The projects did not load')).toBeDefined()
})

test.for([
  [resent('queued'), 'success', 'Login link sent to Maya Whitcombe'],
  [() => new Response('', { status: 502 }), 'error', 'Failed to resend login link'],
  [() => problem(429, 'TOO_MANY', 'Please wait a minute.'), 'error', 'Please wait a minute.'],
] as const)('Resend Login Link shows the outcome: %o, %s, %s', async ([answer, kind, title]) => {
  const { user } = show({ 'POST /clients/c1/resend-login': answer })

  await user.click(await screen.findByRole('button', { name: /Resend Login Link/ }))

  await waitFor(() => expect(toasts()).toEqual([{ kind, title, detail: undefined }]))
})

test.for([
  ['limited', 'error', 'No email was sent', /too many within the hour\. Copy a login link/],
  ['unconfirmed', 'info', 'No email was sent yet', /once you confirm your own address/],
] as const)('Resend Login Link explains why no email was sent: %s', async ([status, kind, title, detail]) => {
  const { user } = show({ 'POST /clients/c1/resend-login': resent(status) })

  await user.click(await screen.findByRole('button', { name: /Resend Login Link/ }))

  await waitFor(() =>
    expect(toasts()).toEqual([{ kind, title, detail: expect.stringMatching(detail) as string }]),
  )
})

function resent(emailStatus: string) {
  return () => Response.json({ fullName: 'Maya Whitcombe', emailStatus })
}

test.for([
  ['first-project', 'Invitation waits for the first project.'],
  ['limited', 'The invitation was not sent.'],
  ['never', 'No email goes to Maya until they have come in by the link you send.'],
] as const)('an unsent invitation is shown, and can be sent now: %s', async ([unsentInvitation, text]) => {
  let unsent: clients.UnsentInvitation | null = unsentInvitation
  const detail = aClientDetail()
  const { user } = show({
    'GET /clients/c1': () =>
      Response.json({ ...detail, access: { ...detail.access, unsentInvitation: unsent } }),
    'POST /clients/c1/resend-login': () => {
      unsent = null
      return resent('queued')()
    },
  })

  const notice = await screen.findByText(new RegExp(text.replaceAll('.', '\\.')))
  await user.click(screen.getByRole('button', { name: /Send now/ }))

  await waitFor(() => expect(notice.isConnected).toBe(false))
  expect(toasts()).toMatchObject([{ kind: 'success', title: 'Login link sent to Maya Whitcombe' }])
})

const loginUrl = 'https://portico.example/client-login?token=further'

test('makes a login link, copies it and says so on the button', async () => {
  let linksAlive = 1
  const detail = aClientDetail()
  document.documentElement.dataset.loginLinkDuration = '3 days'
  onTestFinished(() => {
    delete document.documentElement.dataset.loginLinkDuration
  })
  const { user } = show({
    'GET /clients/c1': () => Response.json({ ...detail, access: { ...detail.access, linksAlive } }),
    'POST /clients/c1/login-link': () => {
      linksAlive = 2
      return Response.json({ loginUrl })
    },
  })

  await user.click(await screen.findByRole('button', { name: /Copy a login link/ }))

  await screen.findByRole('button', { name: /^Copied/ })
  expect(await navigator.clipboard.readText()).toBe(loginUrl)
  expect(toasts()).toMatchObject([
    {
      kind: 'success',
      title: 'Login link copied to clipboard',
      detail: expect.stringContaining('comes in as them, for 3 days, but'),
    },
  ])
  await waitFor(() => expect(screen.getByText('Links that work').nextSibling?.textContent).toBe('2'))
})

test('a link that could not be made is not copied', async () => {
  const { user } = show({ 'POST /clients/c1/login-link': () => new Response('', { status: 502 }) })

  await user.click(await screen.findByRole('button', { name: /Copy a login link/ }))

  await waitFor(() => expect(toasts()).toMatchObject([{ title: 'Failed to make a login link' }]))
  expect(screen.queryByRole('button', { name: /^Copied/ })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('shows the login link where the browser refuses to copy', async () => {
  const { user } = show({ 'POST /clients/c1/login-link': () => Response.json({ loginUrl }) })
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new Error('not allowed'))

  const copy = await screen.findByRole('button', { name: /Copy a login link/ })
  await user.click(copy)

  const link = await screen.findByLabelText<HTMLInputElement>('Login link')
  expect(link.value).toBe(loginUrl)
  expect(screen.getByText(/Nothing was mailed: send it yourself\./)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await expect.poll(() => document.activeElement).toBe(copy)
})

test('says what the mail server replied when it refuses the address, and opens the form to change it', async () => {
  const { access } = aClientDetail()
  const emailRefusal = {
    refusedAt: new Date(Date.now() - 3_600_000).toISOString(),
    reply: '550 5.1.1 User unknown',
  }
  const { user } = show({
    'GET /clients/c1': () => Response.json(aClientDetail({ access: { ...access, emailRefusal } })),
  })

  expect(
    (await screen.findByText('Emails to maya@bakery.example are refused.')).parentElement?.textContent,
  ).toMatch(
    /The mail server replied “550 5\.1\.1 User unknown” \(1 hour ago\)\. Until one gets through, Maya is not notified/,
  )
  await user.click(screen.getByRole('button', { name: 'Change the address' }))
  expect(await screen.findByRole('dialog', { name: 'Edit client' })).toBeDefined()
})

test('explains that nothing is mailed until the freelancer’s own address is confirmed', async () => {
  let emailConfirmed = false
  const { user } = show({
    'GET /auth/me': () => Response.json(aProfile({ emailConfirmed })),
    'POST /auth/resend-confirmation': () => {
      emailConfirmed = true
      return Response.json({ email: 'ada@marsh.example', emailStatus: 'queued' })
    },
  })

  expect(
    await screen.findByText(/Use the link in our email to ada@marsh\.example, or have a fresh one sent\./),
  ).toBeDefined()
  await user.click(screen.getByRole('button', { name: /Send me a fresh link/ }))

  await waitFor(() =>
    expect(toasts()).toMatchObject([
      { kind: 'success', title: 'A fresh link is on its way to ada@marsh.example' },
    ]),
  )
  await waitFor(() => expect(screen.queryByText('Confirm your email first.')).toBeNull())
})

describe('while the mail server has not answered for 20 minutes', () => {
  test.for([
    [true, /Our mail server stopped answering 20 minutes ago\. Emails to your clients will be sent as soon/],
    [
      false,
      /stopped answering 20 minutes ago\. Our email to ada@marsh\.example will be sent as soon as it answers\./,
    ],
  ] as const)('a freelancer whose address is confirmed (%s) reads so', async ([emailConfirmed, text]) => {
    const emailsDelayedSince = new Date(Date.now() - 20 * 60_000).toISOString()
    show({ 'GET /auth/me': () => Response.json(aProfile({ emailConfirmed, emailsDelayedSince })) })

    expect(await screen.findByText(text)).toBeDefined()
    expect(screen.queryByRole('button', { name: /Send me a fresh link/ })).toBeNull()
  })
})

test('a fresh link to confirm the address waits for the mail server', async () => {
  const emailsDelayedSince = new Date(Date.now() - 60_000).toISOString()
  const { user } = show({
    'GET /auth/me': () => Response.json(aProfile({ emailConfirmed: false, emailsDelayedSince })),
    'POST /auth/resend-confirmation': () =>
      Response.json({ email: 'ada@marsh.example', emailStatus: 'queued' }),
  })
  await user.click(await screen.findByRole('button', { name: /Send me a fresh link/ }))

  await waitFor(() =>
    expect(toasts()).toMatchObject([
      {
        kind: 'info',
        title: 'The link for ada@marsh.example waits',
        detail: 'It will be sent as soon as the mail server answers.',
      },
    ]),
  )
})

async function askToDelete(user: ReturnType<typeof userEvent.setup>) {
  await screen.findAllByRole('listitem')
  await user.click(screen.getByRole('button', { name: 'Delete Client' }))
  return within(await screen.findByRole('alertdialog', { name: 'Delete client' }))
}

test('deleting asks first and counts what goes with the client', async () => {
  const { user, asked } = show()

  const dialog = await askToDelete(user)
  expect(
    dialog.getByText('Are you sure you want to delete this client? This action cannot be undone.'),
  ).toBeDefined()
  expect(
    await dialog.findByText(
      'Maya Whitcombe loses access at once. With them: 2 projects, 11 files, 1 piece of feedback and 3 deleted things in the bin. None of it can be brought back.',
    ),
  ).toBeDefined()
  await waitFor(() =>
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Keep client' })),
  )
  await user.keyboard('{Enter}')

  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'Delete Client' }))
  expect(asked.mock.calls.some(([, init]) => init?.method === 'DELETE')).toBe(false)
})

test('leaves the page of a deleted client and does not request it again', async () => {
  const { user, asked, router } = show({
    'DELETE /clients/c1': () => new Response(null, { status: 204 }),
  })

  const dialog = await askToDelete(user)
  await user.click(dialog.getByRole('button', { name: /Delete Client/ }))

  await screen.findByRole('heading', { name: 'Your Clients' })
  expect(router.state.location.pathname).toBe('/clients')
  await waitFor(() =>
    expect(toasts()).toEqual([{ kind: 'success', title: 'Client deleted successfully', detail: undefined }]),
  )
  expect(asked.mock.calls.filter(([path]) => path.startsWith('/api/clients/c1'))).toHaveLength(5)
})

test('stays on the page when deleting fails', async () => {
  const { user } = show({ 'DELETE /clients/c1': () => new Response('', { status: 502 }) })

  const dialog = await askToDelete(user)
  await user.click(dialog.getByRole('button', { name: /Delete Client/ }))

  await waitFor(() =>
    expect(toasts()).toEqual([{ kind: 'error', title: 'Failed to delete client', detail: undefined }]),
  )
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.getByRole('heading', { name: 'Maya Whitcombe' })).toBeDefined()
})

const aContact = {
  ...{ id: 'k1', clientId: 'c1', firstName: 'Sam', lastName: 'Reed', email: 'sam@northwind.example' },
  ...{ looksOnly: true, createdAt: '2026-11-20T10:00:00.000Z', linksAlive: 2 },
  ...{ unsentInvitation: null, emailRefusal: null, lastSeenAt: null },
}

test('lists the contacts of a client, and removes one after asking', async () => {
  let contacts = [aContact]
  const { user } = show({
    'GET /clients/c1/contacts': () => Response.json(contacts),
    'DELETE /contacts/k1': () => {
      contacts = []
      return new Response(null, { status: 204 })
    },
  })

  expect(await screen.findByText('sam@northwind.example')).toBeDefined()
  expect(screen.getByRole('list', { name: 'Contacts' }).textContent).toContain(
    'Only looks. Has not come in yet.',
  )
  expect(screen.getByRole('button', { name: 'Copy a login link for Sam Reed' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Edit Sam Reed' }))
  await user.click(await screen.findByRole('button', { name: 'Remove Contact' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/2 links stop working\./)).toBeDefined()
  await user.click(dialog.getByRole('button', { name: /Remove Contact/ }))

  expect(await screen.findByText(/Only Maya so far\./)).toBeDefined()
})

test('a contact who was changed meanwhile is shown as they are now, beside what was typed', async () => {
  const sent: unknown[] = []
  const { user } = show({
    'GET /clients/c1/contacts': () => Response.json([aContact]),
    'PUT /contacts/k1': ({ body }) => {
      sent.push(body)
      return changedMeanwhile({ lastName: 'Ferrante' })
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Edit Sam Reed' }))
  const field = await screen.findByLabelText<HTMLInputElement>(/^Last name/i)

  await user.clear(field)
  await user.type(field, 'Ferry')
  await user.click(screen.getByRole('button', { name: /^Update Contact/ }))

  expect(await screen.findByText('Ferrante')).toBeDefined()
  expect(sent).toEqual([{ lastName: 'Ferry', was: { lastName: aContact.lastName } }])
  await user.click(screen.getByRole('button', { name: 'Keep mine' }))
  expect(screen.queryByText('Ferrante')).toBeNull()
  expect(field.value).toBe('Ferry')
})

test('shows five contacts at first, and the others when asked', async () => {
  const contacts = Array.from({ length: 7 }, (_, n) => ({
    ...{ id: `k${n}`, clientId: 'c1', firstName: `Sam ${n}`, lastName: 'Reed', email: `sam${n}@n.example` },
    ...{ looksOnly: false, createdAt: '2026-11-20T10:00:00.000Z', linksAlive: 0 },
    ...{ unsentInvitation: null, emailRefusal: null, lastSeenAt: null },
  }))
  const { user } = show({ 'GET /clients/c1/contacts': () => Response.json(contacts) })
  const rows = async () =>
    within(await screen.findByRole('list', { name: 'Contacts' })).getAllByRole('listitem')
  expect(await rows()).toHaveLength(5)

  await user.click(screen.getByRole('button', { name: 'Show all 7' }))

  expect(await rows()).toHaveLength(7)
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Edit Sam 5 Reed')
})

test('shows “not found” for a client who was deleted elsewhere', async () => {
  expectComplaint('error')
  let there = true
  const gone = () => problem(404, 'CLIENT_NOT_FOUND', 'Client not found.')
  const { user } = show({
    'GET /clients/c1': () => (there ? Response.json(aClientDetail()) : gone()),
    'DELETE /clients/c1': gone,
  })

  const dialog = await askToDelete(user)
  there = false
  await user.click(dialog.getByRole('button', { name: /Delete Client/ }))

  expect(await screen.findByText('They may have been deleted, or the address is mistyped.')).toBeDefined()
  expect(toasts()).toEqual([{ kind: 'error', title: 'Client not found.', detail: undefined }])
})
