import type { accounts } from '@portico/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { expectComplaint, open, problem, serve, signInFreelancer, toasts } from '../../../test/fixtures.tsx'
import SecurityPage from './SecurityPage.tsx'

const ada = { id: 'f1', name: 'Ada Marsh', email: 'ada@marsh.example', company: null, timeZone: 'UTC' }
const me = { 'GET /auth/me': () => Response.json(ada) }
const anHourAgo = new Date(Date.now() - 3_600_000).toISOString()

function aSession(id: string, part: Partial<accounts.SessionInfo> = {}): accounts.SessionInfo {
  return {
    id,
    device: 'Firefox on macOS',
    addressRange: '203.0.113.0/24',
    createdAt: '2026-09-02T10:14:00.000Z',
    lastSeenAt: anHourAgo,
    current: false,
    knownBy: null,
    ...part,
  }
}
const here = aSession('s1', { device: 'Chrome on Linux', current: true })

function start() {
  signInFreelancer()
  return open('/settings/security', { '/settings/security': <SecurityPage /> })
}
const rows = () =>
  within(screen.getByRole('list', { name: 'Sessions' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent)

test('lists the sessions with their dates, this device first', async () => {
  serve({ ...me, 'GET /auth/sessions': () => Response.json([aSession('s2', { device: null }), here]) })
  start()

  expect(screen.getByText('Loading sessions...')).not.toBeNull()
  await screen.findByText('This device')
  expect(rows().map((row) => row?.split('Last used')[0])).toEqual([
    'Chrome on LinuxThis deviceFrom 203.0.113.0/24',
    'Unknown deviceFrom 203.0.113.0/24',
  ])
  const [, time] = screen.getAllByText('1 hour ago', { selector: 'time' })
  expect(time?.getAttribute('datetime')).toBe(anHourAgo)
  expect(time?.title).toMatch(/^\d+ \w+ \d{4}, \d\d:\d\d$/)
  expect(screen.getAllByRole('button', { name: 'End' })).toHaveLength(1)
})

test('offers nothing to end when there is no other session', async () => {
  serve({ ...me, 'GET /auth/sessions': () => Response.json([here]) })
  start()

  await screen.findByText('You are not logged in anywhere else.')
  expect(screen.queryByRole('button', { name: /^End/ })).toBeNull()
})

test('ends one session, and keeps the focus in the section', async () => {
  let sessions = [here, aSession('s2'), aSession('s3', { device: 'Safari on iOS' })]
  serve({
    ...me,
    'GET /auth/sessions': () => Response.json(sessions),
    'DELETE /auth/sessions/s3': () => {
      sessions = sessions.filter(({ id }) => id !== 's3')
      return new Response(null, { status: 204 })
    },
  })
  start()

  await userEvent.click(await screen.findByRole('button', { name: 'End', description: 'Safari on iOS' }))

  await waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull())
  expect(toasts()).toMatchObject([{ kind: 'success', title: 'Session ended' }])
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('heading', { name: 'Sessions' }))
})

test('removes a session that had ended already, with a message', async () => {
  let sessions = [here, aSession('s2')]
  serve({
    ...me,
    'GET /auth/sessions': () => Response.json(sessions),
    'DELETE /auth/sessions/s2': () => {
      sessions = [here]
      return problem(404, 'SESSION_NOT_FOUND', 'This session has ended already.')
    },
  })
  start()

  await userEvent.click(await screen.findByRole('button', { name: 'End' }))

  await screen.findByText('You are not logged in anywhere else.')
  expect(toasts()).toMatchObject([
    { kind: 'error', title: 'Failed to end the session', detail: 'This session has ended already.' },
  ])
})

test('ends all other sessions after a confirmation that names them', async () => {
  let sessions = [here, aSession('s2'), aSession('s3'), aSession('s4', { device: null })]
  const asked = serve({
    ...me,
    'GET /auth/sessions': () => Response.json(sessions),
    'DELETE /auth/sessions': () => {
      sessions = [here]
      return new Response(null, { status: 204 })
    },
  })
  start()

  await userEvent.click(await screen.findByRole('button', { name: 'End All Others' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'End all other sessions' })
  expect(dialog.textContent).toContain('3 sessions end: Firefox on macOS, an unknown device.')
  expect(asked.mock.calls.some(([, init]) => init?.method === 'DELETE')).toBe(false)
  await userEvent.click(within(dialog).getByRole('button', { name: /End All Others/ }))

  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await screen.findByText('You are not logged in anywhere else.')
  expect(toasts()).toMatchObject([{ kind: 'success', title: 'All other sessions have ended' }])
})

test('shows the most recently used sessions, and the rest on demand', async () => {
  const many = Array.from({ length: 30 }, (_, n) => aSession(`o${n}`))
  serve({ ...me, 'GET /auth/sessions': () => Response.json([here, ...many]) })
  start()

  await screen.findByText('This device')
  expect(rows()).toHaveLength(9)
  await userEvent.click(screen.getByRole('button', { name: 'Show 22 more' }))
  expect(rows()).toHaveLength(31)
})

test('offers a retry when the sessions do not load', async () => {
  expectComplaint('error')
  let broken = true
  serve({
    ...me,
    'GET /auth/sessions': () =>
      broken ? problem(503, 'NOT_READY', 'Please try again in a moment.') : Response.json([here]),
  })
  start()

  const alert = (await screen.findByText('Failed to load sessions')).closest<HTMLElement>('[role=alert]')
  expect(screen.getByRole('button', { name: /Change Password/ })).not.toBeNull()
  broken = false
  await userEvent.click(within(alert ?? document.body).getByRole('button', { name: 'Retry' }))

  await screen.findByText('This device')
})
