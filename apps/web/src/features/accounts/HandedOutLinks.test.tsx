import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { open, serve, signInFreelancer, toasts } from '../../../test/fixtures.tsx'
import SecurityPage from './SecurityPage.tsx'

const AT = '2026-11-04T10:00:00.000Z'
const client = { id: 'c1', firstName: 'Maya', lastName: 'Whitcombe' }
const link = {
  client,
  createdAt: AT,
  expiresAt: '2026-12-04T10:00:00.000Z',
  worksUntil: '2026-12-04',
  lastUsedAt: null,
}
const nothing = { loginLinks: 0, guestLinks: 0, sessions: 0 }
const page = { '/settings/security': <SecurityPage /> }

function start(state: { links: object[]; counts: object; changed?: object[] }) {
  const asked = serve({
    'GET /auth/me': () => Response.json({}),
    'GET /auth/sessions': () => Response.json([]),
    'GET /clients/handed-out-links': () => Response.json(state.links),
    'GET /clients/handed-out-links/count': () => Response.json(state.counts),
    'GET /clients/changed-addresses': () => Response.json(state.changed ?? []),
    'DELETE /clients/handed-out-links': () => {
      Object.assign(state, { links: [], counts: nothing })
      return new Response(null, { status: 204 })
    },
  })
  signInFreelancer()
  open('/settings/security#handed-out', page)
  return asked
}

test('lists the links that were handed out, and ends all after a question that counts them', async () => {
  const asked = start({
    links: [
      { ...link, id: 'l1', request: null },
      { ...link, id: 'l2', request: { id: 'r1', title: 'Logo', projectId: 'p1' } },
    ],
    counts: { loginLinks: 1, guestLinks: 1, sessions: 2 },
  })
  const heading = screen.getByRole('heading', { name: 'Links that were handed out' })
  await waitFor(() => expect(document.activeElement).toBe(heading))

  const list = within(await screen.findByRole('list', { name: 'Links that were handed out' }))
  list.getByText('Login link')
  const [ofClient, ofRequest] = list.getAllByRole('link', { name: 'Maya Whitcombe' })
  expect(ofClient?.getAttribute('href')).toBe('/clients/c1')
  expect(ofRequest?.getAttribute('href')).toBe('/projects/p1/requests')
  await userEvent.click(screen.getByRole('button', { name: 'End All' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  dialog.getByText('1 login link, 1 link of a guest and 2 sessions end.')
  expect(asked.mock.calls.some(([, init]) => init?.method === 'DELETE')).toBe(false)
  await userEvent.click(dialog.getByRole('button', { name: /End All/ }))

  await screen.findByText('No link that was handed out works at the moment.')
  expect(toasts()).toMatchObject([{ kind: 'success', title: 'All links that were handed out have ended' }])
})

test('lists the clients whose address was changed, also where no link was handed out', async () => {
  const changed = {
    ...client,
    email: 'eve@example.test',
    emailBefore: 'maya@example.test',
    emailChangedAt: AT,
  }
  start({ links: [], counts: nothing, changed: [changed] })

  const list = within(await screen.findByRole('list', { name: 'Changed email addresses' }))
  expect(list.getByRole('link', { name: 'Maya Whitcombe' }).getAttribute('href')).toBe('/clients/c1')
  expect(list.getByRole('listitem').textContent).toContain('eve@example.test, before maya@example.test.')
})

test('offers to end sessions whose links are gone', async () => {
  start({ links: [], counts: { ...nothing, sessions: 1 } })

  await userEvent.click(await screen.findByRole('button', { name: 'End All' }))
  within(await screen.findByRole('alertdialog')).getByText('1 session ends.')
})

test('says so where nothing was handed out', async () => {
  start({ links: [], counts: nothing })

  await screen.findByText('No link that was handed out works at the moment.')
  expect(screen.queryByRole('button', { name: 'End All' })).toBeNull()
})
