import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { open, problem, serve, signInFreelancer, toasts, tokenFor } from '../../../test/fixtures.tsx'
import { currentSession, ownerIn } from '../../app/session.ts'
import WorkspaceSwitcher from './WorkspaceSwitcher.tsx'
import '../../ui/ConfirmDialogBody.tsx'

const own = { id: 'f1', name: 'Ada Marsh', role: 'owner', current: true }
const reeds = { id: 'w2', name: 'Reed Studio', role: 'member', current: false }
const token = tokenFor({
  ...{ sub: 'f1', role: 'freelancer', sid: 's2', name: 'Ada Marsh', workspace: 'w2', member: 'member' },
  exp: 4_000_000_000,
})
const signedIn = {
  token,
  user: { id: 'f1', name: 'Ada Marsh', email: 'ada@marsh.example', role: 'freelancer' },
}

function show(handlers: Parameters<typeof serve>[0] = {}) {
  signInFreelancer()
  const asked = serve({ 'GET /auth/workspaces': () => Response.json([own, reeds]), ...handlers })
  const router = open('/clients', {
    '/clients': <WorkspaceSwitcher alone={<p>the draft</p>} />,
    '/': <p>dashboard</p>,
  })
  return { asked, router }
}
const choose = async () =>
  userEvent.click(await screen.findByRole('button', { name: /Reed Studio/, hidden: true }))

test('is not there for who has one workspace', async () => {
  const { asked } = show({ 'GET /auth/workspaces': () => Response.json([own]) })

  await waitFor(() => expect(asked).toHaveBeenCalled())
  await screen.findByText('the draft')
  expect(screen.queryByRole('button')).toBeNull()
})

test('opens the dashboard of the other workspace with a session of its own', async () => {
  const { router } = show({ 'POST /auth/switch': () => Response.json(signedIn) })

  await choose()

  await screen.findByText('dashboard')
  await waitFor(() => expect(ownerIn('freelancer')).toBe('f1@w2'))
  expect(router.state.location.pathname).toBe('/')
  expect(currentSession('freelancer')).toMatchObject({ session: { workspaceId: 'w2', memberRole: 'member' } })
  expect(localStorage.getItem('freelancerToken')).toBe(token)
  expect(toasts()).toMatchObject([{ title: 'You are in Reed Studio now' }])
})

test('stays where it is when the other workspace cannot be opened', async () => {
  const { router } = show({
    'POST /auth/switch': () => problem(404, 'WORKSPACE_NOT_FOUND', 'Workspace not found.'),
  })

  await choose()

  await waitFor(() => expect(toasts()).toMatchObject([{ title: 'The other workspace did not open' }]))
  expect(router.state.location.pathname).toBe('/clients')
  expect(ownerIn('freelancer')).toBe('f1')
})

test('asks first while files are on their way', async () => {
  const uploading = (event: Event) => event.preventDefault()
  window.addEventListener('beforeunload', uploading)
  const { asked } = show({ 'POST /auth/switch': () => Response.json(signedIn) })

  await choose()
  await screen.findByRole('alertdialog', { name: 'Something is still being sent' })
  expect(asked.mock.calls.some(([path]) => path === '/api/auth/switch')).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: /^Switch(?! to)/ }))

  await screen.findByText('dashboard')
  window.removeEventListener('beforeunload', uploading)
})
