import type { clients, dashboard, members } from '@portico/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { aClientDetail, aSummary, aTeam } from '../../../test/client.ts'
import { open, problem, serve, signInFreelancer, toasts } from '../../../test/fixtures.tsx'
import { aProfile } from '../../../test/profile.ts'
// Loads the lazy chunks before the tests, so that no test waits for them.
import '../clients/MembersPanel.tsx'
import '../clients/HandOverPanel.tsx'
import '../clients/CreateClientPanel.tsx'
import ClientPage from './ClientPage.tsx'
import ClientsPage from './ClientsPage.tsx'

const ada = { id: 'f1', name: 'Ada Marsh' }
const sam = { id: 'f2', name: 'Sam Reed' }
const kim = { id: 'f3', name: 'Kim Osei' }
const listed = (person: clients.ClientMember): members.Member => ({
  ...person,
  ...{
    email: 'a@b.example',
    role: 'member',
    sees: 'all',
    lastSeenAt: null,
    clients: 1,
    pausedAt: null,
    invited: null,
  },
})
const invited = {
  ...listed(ada),
  id: 'i1',
  name: null,
  invited: { at: '2026-11-20T09:00:00.000Z', until: '2026-11-27T09:00:00.000Z' },
}

function show(
  team: dashboard.Team | null,
  start: clients.ClientMembers = { members: [ada, kim], lead: ada },
  refuse?: () => Response,
) {
  signInFreelancer()
  let client = aClientDetail(start)
  const asked = serve({
    'GET /clients/c1': () => Response.json(client),
    'GET /clients/c1/contacts': () => Response.json([]),
    'GET /clients/c1/projects': () => Response.json([]),
    'GET /auth/me': () => Response.json(aProfile()),
    'GET /dashboard/summary': () => Response.json({ ...aSummary('pro', 1, 5), team }),
    'GET /members': () => Response.json([ada, kim, sam].map(listed).concat(invited)),
    'GET /clients': () => Response.json({ clients: [client] }),
    'PUT /clients/c1/members': ({ body }) => {
      const { leadId, memberIds } = body as clients.NewClientMembers
      const lead = [ada, sam, kim].find(({ id }) => id === leadId) ?? ada
      const others = [ada, sam, kim].filter(({ id }) => id !== leadId && memberIds.includes(id))
      client = aClientDetail({ lead, members: [lead, ...others] })
      return Response.json({ lead, members: client.members })
    },
    'POST /clients/c1/hand-over': ({ body }) => {
      if (refuse) return refuse()
      const lead = [ada, sam, kim].find(({ id }) => id === (body as clients.HandOver).to) ?? ada
      client = aClientDetail({ lead, members: [lead, kim] })
      return Response.json({ lead, members: client.members })
    },
    'POST /clients/create': () => new Promise(() => {}),
  })
  const router = open('/clients/c1', { '/clients/:id': <ClientPage />, '/clients': <ClientsPage /> })
  const sent = (method: string) =>
    asked.mock.calls
      .filter(([, init]) => init?.method === method)
      .map(([, init]) => JSON.parse(String(init?.body)))
  return { asked, router, sent, user: userEvent.setup() }
}

const section = async () => within(await screen.findByRole('region', { name: 'Works with Maya' }))
const names = async () => (await section()).getAllByRole('listitem').map((row) => row.textContent)

test('who works alone sees nothing of it', async () => {
  const { asked } = show(null)
  await screen.findByText('No projects found for this client.')
  expect(screen.queryByText('Works with Maya')).toBeNull()
  expect(asked.mock.calls.map(([url]) => url)).not.toContain('/api/members')
})

test('members see who works with a client, and who leads', async () => {
  show(aTeam({ role: 'member' }), { members: [kim, ada], lead: kim })
  expect(await names()).toEqual(['KKim OseiLeads', 'AAda Marsh (you)'])
  expect((await section()).queryAllByRole('button')).toEqual([])
})

test('owner and admins choose the lead and the others', async () => {
  const { user, sent } = show(aTeam({ role: 'admin' }))
  await user.click((await section()).getByRole('button', { name: 'Change who works with Maya' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Works with Maya' }))

  await user.selectOptions(
    await panel.findByLabelText('Lead'),
    await panel.findByRole('option', { name: 'Sam Reed' }),
  )
  expect(panel.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked)).toEqual([true, true])
  await user.click(panel.getByRole('checkbox', { name: 'Kim Osei' }))
  await user.click(panel.getByRole('button', { name: /Save/ }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('PUT')).toEqual([{ leadId: 'f2', memberIds: ['f1'] }])
  expect(await names()).toEqual(['SSam ReedLeads', 'AAda Marsh (you)'])
})

test('the lead gives the client to somebody else, with a note and a sentence', async () => {
  const { user, sent } = show(aTeam({ role: 'member', sees: 'all' }))
  await user.click((await section()).getByRole('button', { name: 'Give Maya to somebody else' }))
  const panel = within(await screen.findByRole('dialog'))
  await user.click(panel.getByRole('button', { name: /Hand over/ }))
  await panel.findByText('Choose who takes over.')

  await user.selectOptions(panel.getByLabelText('To'), await panel.findByRole('option', { name: 'Sam Reed' }))
  expect(screen.getByRole('dialog', { name: 'Give Maya to Sam' })).toBeDefined()
  await user.type(panel.getByLabelText('Note for Sam (optional)'), 'She likes a call.')
  await user.type(panel.getByLabelText('Sentence for Maya (optional)'), 'Sam looks after you now.')
  await user.click(panel.getByRole('button', { name: /Hand over/ }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('POST')).toEqual([
    { to: 'f2', note: 'She likes a call.', sentence: 'Sam looks after you now.' },
  ])
  expect(await names()).toEqual(['SSam ReedLeads', 'KKim Osei'])
  expect(toasts()).toMatchObject([{ title: 'Sam Reed looks after Maya now' }])
})

test('who does not see the client afterwards comes to the list', async () => {
  const { user, router } = show(aTeam({ role: 'member', sees: 'assigned' }))
  await user.click((await section()).getByRole('button', { name: 'Give Maya to somebody else' }))
  const panel = within(await screen.findByRole('dialog'))
  await user.selectOptions(panel.getByLabelText('To'), await panel.findByRole('option', { name: 'Sam Reed' }))
  await user.click(panel.getByRole('button', { name: /Hand over/ }))

  await waitFor(() => expect(router.state.location.pathname).toBe('/clients'))
  expect(toasts()).toMatchObject([{ title: 'Sam Reed looks after Maya now' }])
})

test('a refused hand-over keeps what was typed and says why', async () => {
  const { user } = show(aTeam(), undefined, () =>
    problem(400, 'INVALID_INPUT', 'This member leads the client already.', {
      to: 'This member leads the client already.',
    }),
  )
  await user.click((await section()).getByRole('button', { name: 'Give Maya to somebody else' }))
  const panel = within(await screen.findByRole('dialog'))
  await user.selectOptions(panel.getByLabelText('To'), await panel.findByRole('option', { name: 'Sam Reed' }))
  await user.type(panel.getByLabelText('Note for Sam (optional)'), 'Hello')
  await user.click(panel.getByRole('button', { name: /Hand over/ }))

  await panel.findByText('This member leads the client already.')
  expect(panel.getByDisplayValue('Hello')).toBeDefined()
})

test('a new client has a lead, by default who creates them', async () => {
  const { user, router, sent } = show(aTeam(), { members: [sam], lead: sam })
  await router.navigate('/clients')
  await user.click(await screen.findByRole('button', { name: '+ Create Client' }))
  const panel = within(await screen.findByRole('dialog', { name: 'New client' }))
  const lead = await panel.findByLabelText<HTMLSelectElement>('Lead')
  expect(lead.value).toBe('f1')
  await user.type(panel.getByLabelText('First name'), 'Tom')
  await user.type(panel.getByLabelText('Last name'), 'Okafor')
  await user.type(panel.getByLabelText('Email'), 'tom@bell.example')
  await user.selectOptions(lead, 'Kim Osei')
  await user.click(panel.getByRole('button', { name: /^Create Client/ }))

  expect(sent('POST')).toMatchObject([{ firstName: 'Tom', leadId: 'f3' }])
})
