import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { expectComplaint, open, problem, serve, signInFreelancer, tokenFor } from '../../../test/fixtures.tsx'
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

const signedIn = {
  token,
  user: { id: invitation.workspace.id, name: 'Sam Reed', email: invitation.email, role: 'freelancer' },
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
    Response.json(signedIn),
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
  ['accepted', 'This invitation was accepted already.', /^It was for Marsh Studio\.$/],
  ['withdrawn', 'This invitation was withdrawn.', /Ask Ada Marsh for a new one/],
  ['expired', 'This invitation has expired.', /Ask Ada Marsh for a new one/],
] as const)('an invitation that is %s says so', async ([state, heading, lead]) => {
  serve({ 'GET /invitations/secret': () => Response.json({ ...invitation, state }) })

  follow()

  await screen.findByRole('heading', { name: heading })
  screen.getByText(lead)
  expect(screen.queryByRole('button', { name: /^Join/ })).toBeNull()
})

test('a link that opens nothing asks for no retry, and one without an answer does', async () => {
  expectComplaint('error')
  const answers = [
    () => Promise.reject(new TypeError('offline')),
    () => problem(404, 'INVITATION_NOT_FOUND', 'This invitation was not found.'),
  ]
  serve({ 'GET /invitations/secret': () => answers.shift()?.() as Promise<Response> })

  follow()

  await press(/Retry/)
  await screen.findByRole('heading', { name: 'This link opens no invitation.' })
  expect(screen.queryByRole('button', { name: /Retry/ })).toBeNull()
})

test('somebody known gives their password only', async () => {
  serve({ 'GET /invitations/secret': () => Response.json({ ...invitation, hasAccount: true }) })

  follow()

  await screen.findByLabelText('Your password')
  expect(screen.queryByLabelText('Name')).toBeNull()
})

test('somebody known with a second factor gives their code on the same page', async () => {
  const asked = serve({
    'GET /invitations/secret': () => Response.json({ ...invitation, hasAccount: true }),
    'POST /invitations/secret': ({ headers }) =>
      headers.get('authorization') === 'Bearer of.the.login'
        ? Response.json(signedIn)
        : problem(403, 'SECOND_STEP_NEEDED', 'Your account has a second factor.'),
    'POST /auth/login': () =>
      Response.json(
        { challenge: 'c', expiresAt: '2026-12-04T10:00:00.000Z', factors: ['app'] },
        { status: 202 },
      ),
    'POST /auth/login/code': () => Response.json({ ...signedIn, token: 'of.the.login' }),
  })

  follow()
  await userEvent.type(await screen.findByLabelText('Your password'), 'correct horse battery')
  await press(/^Join/)
  await userEvent.type(await screen.findByLabelText('Code'), '123456')
  await press(/^(Continue|Log In)/)

  await screen.findByText('dashboard')
  expect(localStorage.getItem('freelancerToken')).toBe(token)
  const login = asked.mock.calls.find(([path]) => path.endsWith('/auth/login'))
  expect(JSON.parse(String(login?.[1]?.body))).toMatchObject({ email: invitation.email })
})

test('the invited person who is logged in joins with one press, in the name of their session', async () => {
  const own = signInFreelancer('Sam Reed')
  const asked = serve({
    'GET /invitations/secret': ({ headers }) =>
      Response.json({
        ...invitation,
        hasAccount: true,
        signedInAs: headers.has('authorization') ? { email: invitation.email, isInvited: true } : null,
      }),
    'POST /invitations/secret': () => Response.json(signedIn),
  })

  follow()
  await press(/^Join Marsh Studio/)

  await screen.findByText('dashboard')
  const sent = asked.mock.calls.find(([, init]) => init?.method === 'POST')
  expect(new Headers(sent?.[1]?.headers).get('authorization')).toBe(`Bearer ${own}`)
  expect(localStorage.getItem('freelancerToken')).toBe(token)
})

test('somebody else who is logged in is named, and goes on once they have logged out', async () => {
  signInFreelancer('Kim Reed')
  serve({
    'GET /invitations/secret': ({ headers }) =>
      Response.json({
        ...invitation,
        signedInAs: headers.has('authorization') ? { email: 'kim@reed.example', isInvited: false } : null,
      }),
    'POST /auth/logout': () => new Response(null, { status: 204 }),
  })

  follow()
  await screen.findByText(/You are logged in as kim@reed.example/)
  expect(screen.queryByRole('button', { name: /^Join Marsh/ })).toBeNull()
  await press(/Log out and go on/)

  await screen.findByLabelText('Choose a password', {}, { timeout: 3_000 })
})

test('somebody else who is logged in joins as themselves by a code', async () => {
  const own = signInFreelancer('Kim Reed')
  const sendings = [
    { email: invitation.email, emailStatus: 'limited' },
    { email: invitation.email, emailStatus: 'queued' },
  ]
  const answers = [
    problem(400, 'CODE_WRONG', 'This code is wrong.', { code: 'That was not the code. 4 tries left.' }),
    Response.json(signedIn),
  ]
  const asked = serve({
    'GET /invitations/secret': () =>
      Response.json({ ...invitation, signedInAs: { email: 'kim@reed.example', isInvited: false } }),
    'POST /invitations/secret/code': () => Response.json(sendings.shift()),
    'POST /invitations/secret': () => answers.shift() as Response,
  })

  follow()
  await press(/^Join as kim@reed.example/)
  await screen.findByText(/Too many codes/)
  await press(/^Join as kim@reed.example/)
  await screen.findByText(/We have sent six digits to sam@marsh.example/)
  await userEvent.type(screen.getByLabelText('Code'), '111111')
  await press(/^Join/)
  await screen.findByText('That was not the code. 4 tries left.')
  await userEvent.clear(screen.getByLabelText('Code'))
  await userEvent.type(screen.getByLabelText('Code'), '482 913{Enter}')

  await screen.findByText('dashboard')
  const sent = asked.mock.calls.filter(([, init]) => init?.method === 'POST').at(-1)
  expect(JSON.parse(String(sent?.[1]?.body))).toEqual({ code: '482 913' })
  expect(new Headers(sent?.[1]?.headers).get('authorization')).toBe(`Bearer ${own}`)
  expect(localStorage.getItem('freelancerToken')).toBe(token)
})

test('a session that has ended meanwhile is nobody’s', async () => {
  signInFreelancer('Kim Reed')
  serve({
    'GET /invitations/secret': ({ headers }) =>
      headers.has('authorization')
        ? problem(401, 'NOT_SIGNED_IN', 'Please log in.')
        : Response.json(invitation),
  })

  follow()

  await screen.findByLabelText('Choose a password')
})
