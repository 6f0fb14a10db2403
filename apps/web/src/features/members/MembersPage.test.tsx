import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { open, problem, serve, signInFreelancer, toasts, tokenFor } from '../../../test/fixtures.tsx'
import { currentSession, reloadSession } from '../../app/session.ts'
import MembersPage from './MembersPage.tsx'
import { WorkWithOthers } from './WorkWithOthers.tsx'
// Opened on first use; loaded here, so that no test waits for it.
import './ChangeMemberDialog.tsx'
import './ChooseMembersDialog.tsx'
import './InvitePanel.tsx'
import './RemoveMemberDialog.tsx'
import './TransferDialog.tsx'

const day = '2026-11-20T10:00:00.000Z'
const ada = {
  ...{ id: 'f1', name: 'Ada Marsh', email: 'ada@marsh.example', role: 'owner', sees: 'all' },
  ...{ lastSeenAt: day, clients: 2, invited: null, pausedAt: null },
}
const sam = {
  ...ada,
  id: 'f2',
  name: 'Sam Reed',
  email: 'sam@marsh.example',
  role: 'member',
  sees: 'assigned',
}
const eve = {
  ...ada,
  id: 'f3',
  name: 'Eve Holm',
  email: 'eve@marsh.example',
  role: 'admin',
  lastSeenAt: null,
}
const invited = {
  ...{ id: 'i1', name: null, email: 'lea@marsh.example', role: 'member', sees: 'assigned', lastSeenAt: null },
  ...{ clients: 1, pausedAt: null, invited: { at: day, until: '2026-12-04T10:00:00.000Z' } },
}
const workspace = {
  id: 'f1',
  name: 'Marsh Studio',
  role: 'owner',
  sees: 'all',
  memberLimit: 10,
  membersUsed: 4,
  requireSecondFactor: false,
  pausesAt: null as string | null,
  pausedAt: null,
}
const summary = { plan: 'enterprise', clients: { used: 2, limit: 10, remaining: 8 } }
const maya = { id: 'c1', firstName: 'Maya', lastName: 'Whitcombe' }

const answers = {
  'GET /members': () => Response.json([ada, sam, eve, invited]),
  'GET /workspace': () => Response.json(workspace),
  'GET /dashboard/summary': () => Response.json(summary),
  'GET /clients': () => Response.json({ clients: [maya] }),
}
const done = () => new Response(null, { status: 204 })

const show = (more: Parameters<typeof serve>[0] = {}) => {
  const asked = serve({ ...answers, ...more })
  open('/settings/members', { '/settings/members': <MembersPage /> })
  return asked
}
const as = (id: string, member?: 'admin' | 'member') => {
  const exp = 4_000_000_000
  const claims = { sub: id, role: 'freelancer', sid: 's1', name: 'x', workspace: 'f1', member, exp }
  localStorage.setItem('freelancerToken', tokenFor(claims))
  reloadSession('freelancer')
}
const row = async (name: string) => (await screen.findByText(name)).closest('li') as HTMLElement
const press = async (name: string | RegExp, within_: HTMLElement = document.body) =>
  userEvent.click(await within(within_).findByRole('button', { name }))
/** What was sent to an endpoint. */
const sentTo = (asked: ReturnType<typeof serve>, path: string) =>
  asked.mock.calls
    .filter(([url, init]) => url === `/api${path}` && init?.method !== 'GET')
    .map(([, init]) => (init?.body ? JSON.parse(String(init.body)) : undefined))

beforeEach(() => void signInFreelancer())

test('the owner sees everybody and who is invited, and changes all but themselves', async () => {
  show()

  const own = await row('Ada Marsh')
  expect(own.textContent).toContain('Owner')
  expect(within(own).queryAllByRole('button')).toEqual([])
  const sams = await row('Sam Reed')
  expect(sams.textContent).toContain('Assigned clients')
  expect(
    within(sams)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Change', 'Remove'])
  expect((await row('lea@marsh.example')).textContent).toContain('Works until 4 December 2026')
  await screen.findByText('4 of 10 members on the Enterprise plan.')
  expect(screen.getByRole('link', { name: 'Members' }).getAttribute('aria-current')).toBe('page')
})

test('an admin changes all but the owner and themselves, and does not hand the workspace over', async () => {
  as('f3', 'admin')
  show()

  expect(within(await row('Ada Marsh')).queryAllByRole('button')).toEqual([])
  expect(within(await row('Sam Reed')).getAllByRole('button')).toHaveLength(2)
  const own = within(await row('Eve Holm')).getAllByRole('button')
  expect(own.map(({ textContent }) => textContent)).toEqual(['Leave'])
  expect(screen.queryByRole('button', { name: /Hand the workspace over/ })).toBeNull()
})

test('a member reads the list, and may leave', async () => {
  as('f2', 'member')
  const asked = show({ 'DELETE /members/f2': done })

  await row('Ada Marsh')
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Leave'])
  expect(screen.queryByRole('heading', { name: 'Workspace' })).toBeNull()
  localStorage.setItem('portico.draft.new-client.f2@f1', '{"firstName":"Maya"}')
  localStorage.setItem('portico.draft.new-client.f2', '{"firstName":"Tom"}')
  await press('Leave')
  await press(/^Leave/, await screen.findByRole('dialog'))

  await waitFor(() =>
    expect(currentSession('freelancer')).toMatchObject({ status: 'out', leaveTo: '/login' }),
  )
  expect(sentTo(asked, '/members/f2')).toEqual([{ handOverTo: 'f1' }])
  expect(localStorage.getItem('portico.draft.new-client.f2@f1')).toBeNull()
  expect(localStorage.getItem('portico.draft.new-client.f2')).not.toBeNull()
})

test('somebody is invited, with the clients that they work with', async () => {
  const asked = show({
    'POST /members/invitations': () =>
      Response.json({ invitation: invited, emailStatus: 'queued' }, { status: 201 }),
  })

  await press('Invite a colleague')
  const panel = await screen.findByRole('dialog', { name: 'Invite a colleague' })
  await userEvent.type(within(panel).getByLabelText('Email'), 'lea@marsh.example')
  await userEvent.click(within(panel).getByRole('radio', { name: /Only assigned clients/ }))
  await userEvent.click(await within(panel).findByRole('checkbox', { name: 'Maya Whitcombe' }))
  await press(/^Send Invitation/, panel)

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentTo(asked, '/members/invitations')).toEqual([
    { email: 'lea@marsh.example', role: 'member', sees: 'assigned', clientIds: ['c1'] },
  ])
  expect(toasts()).toMatchObject([{ title: 'An invitation is on its way to lea@marsh.example' }])
})

test('an invitation that is refused says so at the field, and keeps what was typed', async () => {
  show({
    'POST /members/invitations': () =>
      problem(409, 'MEMBER_EXISTS', 'Somebody with this email is a member already.', {
        email: 'Somebody with this email is a member already.',
      }),
  })

  await press('Invite a colleague')
  await userEvent.type(await screen.findByLabelText('Email'), 'sam@marsh.example')
  await press(/^Send Invitation/)

  await screen.findByText('Somebody with this email is a member already.')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('sam@marsh.example')
})

test('an invitation is sent again as it is, and withdrawn', async () => {
  const asked = show({
    'POST /members/invitations': () =>
      Response.json({ invitation: invited, emailStatus: 'limited' }, { status: 201 }),
    'DELETE /members/invitations/i1': done,
  })

  const lea = await row('lea@marsh.example')
  await press(/^Send again/, lea)
  await waitFor(() => expect(toasts()).toMatchObject([{ title: 'No email was sent' }]))
  await press(/^Withdraw/, lea)

  await waitFor(() => expect(sentTo(asked, '/members/invitations/i1')).toHaveLength(1))
  expect(sentTo(asked, '/members/invitations')).toEqual([
    { email: 'lea@marsh.example', role: 'member', sees: 'assigned' },
  ])
})

test('a full team names the plan that has more, and only the owner is led there', async () => {
  const full = {
    'GET /workspace': () => Response.json({ ...workspace, memberLimit: 3, membersUsed: 3 }),
    'GET /dashboard/summary': () => Response.json({ ...summary, plan: 'pro' }),
  }
  show(full)

  await screen.findByText('3 of 3 members on the Pro plan.')
  await screen.findByText('Your team is full. Enterprise has room for 10 members.')
  await press('Invite a colleague')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('link', { name: 'Choose another plan' })).toBeDefined()
})

test('an admin of a full team is not led to the plans', async () => {
  as('f3', 'admin')
  show({ 'GET /workspace': () => Response.json({ ...workspace, memberLimit: 3, membersUsed: 3 }) })

  await screen.findByText(/The owner of the workspace can change the plan/)
  expect(screen.queryByRole('link', { name: 'Choose another plan' })).toBeNull()
})

test('a role is changed, and an admin always sees every client', async () => {
  const asked = show({ 'PUT /members/f2': () => Response.json({ ...sam, role: 'admin', sees: 'all' }) })

  await press('Change', await row('Sam Reed'))
  const dialog = await screen.findByRole('dialog', { name: 'What Sam Reed may do' })
  await userEvent.click(within(dialog).getByRole('radio', { name: /^Admin/ }))
  expect(within(dialog).queryByRole('radio', { name: /Only assigned/ })).toBeNull()
  await press(/^Save/, dialog)

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentTo(asked, '/members/f2')).toEqual([{ role: 'admin', sees: 'all' }])
})

test('a member who is removed hands their clients to the one that is chosen', async () => {
  const asked = show({ 'DELETE /members/f2': done })

  await press('Remove', await row('Sam Reed'))
  const dialog = await screen.findByRole('dialog', { name: 'Remove Sam Reed?' })
  const heir = within(dialog).getByLabelText('Hand their 2 clients to')
  expect((heir as HTMLSelectElement).value).toBe('f1')
  await userEvent.selectOptions(heir, 'Eve Holm')
  await press(/^Remove/, dialog)

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentTo(asked, '/members/f2')).toEqual([{ handOverTo: 'f3' }])
})

test('a refusal is shown in the dialog', async () => {
  show({
    'DELETE /members/f2': () =>
      problem(403, 'MANAGERS_ONLY', 'Only the owner and the admins of the workspace can do this.'),
  })

  await press('Remove', await row('Sam Reed'))
  await press(/^Remove/, await screen.findByRole('dialog'))

  await screen.findByText('Only the owner and the admins of the workspace can do this.')
})

test('the workspace is handed over with the password', async () => {
  const answered = [
    problem(400, 'WRONG_PASSWORD', 'This is not your password.', { password: 'This is not your password.' }),
    Response.json({ ...workspace, role: 'admin' }),
  ]
  const asked = show({ 'POST /workspace/transfer': () => answered.shift() as Response })

  await press('Hand the workspace over')
  const dialog = await screen.findByRole('dialog', { name: 'Hand the workspace over' })
  await press(/^Hand Over/, dialog)
  await within(dialog).findByText('Please enter your password.')
  await userEvent.selectOptions(within(dialog).getByLabelText('New owner'), 'Eve Holm')
  await userEvent.type(within(dialog).getByLabelText('Your password'), 'portico demo')
  await press(/^Hand Over/, dialog)
  await within(dialog).findByText('This is not your password.')
  await press(/^Hand Over/, dialog)

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentTo(asked, '/workspace/transfer').at(-1)).toEqual({ to: 'f3', password: 'portico demo' })
})

test('the name is saved, and none is sent as none', async () => {
  const asked = show({ 'PUT /workspace': () => Response.json({ ...workspace, name: null }) })

  await userEvent.clear(await screen.findByLabelText('Name'))
  await press(/^Save Name/)

  await waitFor(() => expect(sentTo(asked, '/workspace')).toEqual([{ name: null }]))
})

test('who works alone sees which plans have room for others, and is asked for nothing', async () => {
  const alone = { ...workspace, memberLimit: 1, membersUsed: 1 }
  serve({ ...answers, 'GET /workspace': () => Response.json(alone) })
  open('/settings', { '/settings': <WorkWithOthers /> })

  await screen.findByText('Your plan is for one person. Pro has room for 3 members, Enterprise for 10.')
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('link', { name: 'See the plans' })).toBeDefined()
})

test('who works alone on a plan with room invites from the settings', async () => {
  serve({
    ...answers,
    'GET /workspace': () => Response.json({ ...workspace, membersUsed: 1 }),
    'POST /members/invitations': () =>
      Response.json({ invitation: invited, emailStatus: 'queued' }, { status: 201 }),
  })
  const router = open('/settings', { '/settings': <WorkWithOthers /> })

  await screen.findByText('Your plan has room for 10 members, you included.')
  await press('Invite a colleague')
  await userEvent.type(await screen.findByLabelText('Email'), 'lea@marsh.example')
  await press(/^Send Invitation/)

  await waitFor(() => expect(router.state.location.pathname).toBe('/settings/members'))
})

test('the owner chooses who works on where the plan has no room for all', async () => {
  const asked = show({
    'GET /members': () => Response.json([ada, sam, { ...eve, pausedAt: day }]),
    'GET /workspace': () =>
      Response.json({ ...workspace, memberLimit: 2, pausesAt: '2026-12-11T10:00:00.000Z' }),
    'PUT /workspace/active-members': () => Response.json([ada, { ...sam, pausedAt: day }, eve]),
  })
  expect((await row('Eve Holm')).textContent).toContain('(paused)')
  expect(document.body.textContent).toContain('On 11 December 2026 the newest beyond it are paused')

  await press('Choose who works on')
  const dialog = await screen.findByRole('dialog', { name: 'Who works on?' })
  const eves = within(dialog).getByRole('checkbox', { name: 'Eve Holm' })
  expect(eves).toHaveProperty('disabled', true)
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Sam Reed' }))
  await userEvent.click(eves)
  await press(/^Save/, dialog)

  await waitFor(() => expect(sentTo(asked, '/workspace/active-members')).toEqual([{ memberIds: ['f3'] }]))
})

test('members read when some of them are paused, and choose nothing', async () => {
  as('f2', 'member')
  show({
    'GET /workspace': () =>
      Response.json({ ...workspace, role: 'member', pausesAt: '2026-12-11T10:00:00.000Z' }),
  })

  await row('Sam Reed')
  expect(await screen.findByText(/On 11 December 2026/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Choose who works on' })).toBeNull()
})
