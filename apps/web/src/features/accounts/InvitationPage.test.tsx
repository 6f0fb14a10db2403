import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { open, problem, serve, tokenFor } from '../../../test/fixtures.tsx'
import headScript from '../../app/head-script.ts?inline-script'
import InvitationPage from './InvitationPage.tsx'

const token = tokenFor({ sub: 'f1', role: 'freelancer', sid: 's1', name: 'Sam Reed', exp: 4_000_000_000 })
const invitation = {
  state: 'open',
  email: 'sam@marsh.example',
  workspace: { id: '01900000-0000-7000-8000-000000000001', name: 'Marsh Studio' },
  invitedBy: 'Ada Marsh',
  role: 'member',
  until: '2026-12-04T10:00:00.000Z',
  hasAccount: false,
  signedInAs: null,
}

/** Runs the script in the head first, as a browser does. */
function follow() {
  window.history.replaceState(null, '', '/invitation?token=secret')
  new Function(headScript)()
  return open('/invitation', { '/invitation': <InvitationPage />, '/': <p>dashboard</p> })
}
const press = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }))

test('somebody new gives a name and a password, and a refused one is named at its field', async () => {
  const answers = [
    problem(400, 'INVALID_INPUT', 'Please check the fields.', { password: 'This password is too common.' }),
    Response.json({
      token,
      user: { id: invitation.workspace.id, name: 'Sam Reed', email: invitation.email, role: 'freelancer' },
    }),
  ]
  const asked = serve({
    'GET /invitations/secret': () => Response.json(invitation),
    'POST /invitations/secret': () => answers.shift() as Response,
  })

  follow()
  await screen.findByRole('heading', { name: 'Join Marsh Studio' })
  expect(window.location.search).toBe('')
  await userEvent.type(screen.getByLabelText('Name'), 'Sam Reed')
  await userEvent.type(screen.getByLabelText('Choose a password'), 'password')
  await press(/^Join/)
  await screen.findByText('This password is too common.')
  await press(/^Join/)

  await screen.findByText('dashboard')
  const sent = asked.mock.calls.filter(([, init]) => init?.method === 'POST')
  expect(JSON.parse(String(sent[0]?.[1]?.body))).toMatchObject({ name: 'Sam Reed', password: 'password' })
  expect(localStorage.getItem('freelancerToken')).toBe(token)
})

test.for([
  ['accepted', 'This invitation was accepted already.'],
  ['withdrawn', 'This invitation was withdrawn.'],
  ['expired', 'This invitation has expired.'],
] as const)('an invitation that is %s says so', async ([state, heading]) => {
  serve({ 'GET /invitations/secret': () => Response.json({ ...invitation, state }) })

  follow()

  await screen.findByRole('heading', { name: heading })
  expect(screen.queryByRole('button', { name: /^Join/ })).toBeNull()
})

test('somebody known gives their password only', async () => {
  serve({ 'GET /invitations/secret': () => Response.json({ ...invitation, hasAccount: true }) })

  follow()

  await screen.findByLabelText('Your password')
  expect(screen.queryByLabelText('Name')).toBeNull()
})

test('somebody else who is logged in is named, and cannot join', async () => {
  const signedInAs = { email: 'kim@reed.example', isInvited: false }
  serve({ 'GET /invitations/secret': () => Response.json({ ...invitation, signedInAs }) })

  follow()

  await screen.findByText(/You are logged in as kim@reed.example/)
  expect(screen.queryByRole('button', { name: /^Join/ })).toBeNull()
})
