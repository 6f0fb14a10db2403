import type { activity } from '@portico/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { aNotification, anUpload } from '../../../test/event.ts'
import { expectComplaint, open, problem, serve, signInFreelancer, toasts } from '../../../test/fixtures.tsx'
import NotificationsPage from './NotificationsPage.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') })
})

interface Options {
  notifications?: activity.Notification[]
  handlers?: Parameters<typeof serve>[0]
}

function show({ notifications = [], handlers = {} }: Options = {}) {
  signInFreelancer()
  let unread = notifications.filter(({ read }) => !read).length
  const asked = serve({
    'GET /notifications': () => Response.json(notifications),
    'GET /notifications/unread': () => Response.json({ count: unread }),
    'PUT /notifications/read': () => {
      unread = 0
      for (const notification of notifications) notification.read = true
      return Response.json({ count: 0 })
    },
    ...handlers,
  })
  open('/notifications', { '/notifications': <NotificationsPage /> })
  return { asked, user: userEvent.setup() }
}

const rows = () => screen.findAllByRole('listitem')
const markAll = () => screen.findByRole('button', { name: 'Mark all as read' })

test('lists notifications by day with links, and uploads of ten minutes as one row', async () => {
  show({
    notifications: [
      aNotification(),
      anUpload('3', '09:10'),
      anUpload('2', '09:05'),
      aNotification({
        id: 'e0',
        kind: 'client_joined',
        subject: {},
        projectId: null,
        projectTitle: null,
        read: true,
        createdAt: '2026-11-19T16:12:00.000Z',
      }),
    ],
  })

  const [feedback, uploads, joined] = await rows()
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Today',
    'Yesterday',
  ])
  expect(feedback?.textContent).toBe('MMaya left feedback Unread.Spring menu09:30')
  expect(uploads?.textContent).toBe('MMaya uploaded 2 files Unread.Spring menu09:10')
  expect(joined?.textContent).toBe('MMaya came in for the first timeMaya Whitcombe16:12')
  expect(screen.getByText('09:30').getAttribute('title')).toBe('20 November 2026, 09:30')
  const places = within(document.body)
    .getAllByRole('link', { name: /^Maya/ })
    .map((link) => link.getAttribute('href'))
  expect(places).toEqual(['/projects/p1#feedback-fb1', '/projects/p1#file-f3', '/clients/c1'])
})

test('marks all as read at once, and moves the focus to the heading', async () => {
  const { user } = show({ notifications: [aNotification()] })

  await rows()
  await user.click(await markAll())

  await waitFor(() => expect(screen.queryByText('Unread.')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
})

test('shows everything as unread again when that fails', async () => {
  let fail = () => {}
  const failure = new Promise<Response>((resolve) => {
    fail = () => resolve(problem(503, 'NOT_READY', 'Not ready.'))
  })
  const { user } = show({
    notifications: [aNotification()],
    handlers: { 'PUT /notifications/read': () => failure },
  })

  await rows()
  await user.click(await markAll())
  await waitFor(() => expect(screen.queryByText('Unread.')).toBeNull())
  fail()

  expect(await screen.findByText('Unread.')).toBeDefined()
  expect(await markAll()).toBeDefined()
  expect(toasts()).toMatchObject([{ kind: 'error', title: 'Nothing was marked as read' }])
})

test('loads older notifications on demand, and says when there are no more', async () => {
  const { user } = show({
    handlers: {
      'GET /notifications': ({ query }) =>
        query.has('cursor')
          ? Response.json([anUpload('1', '08:00')])
          : Response.json([aNotification()], { headers: { link: '</x?cursor=e1>; rel="next"' } }),
    },
  })

  await user.click(await screen.findByRole('button', { name: /^Show older/ }))

  expect(await screen.findByText('That is everything.')).toBe(document.activeElement)
  expect(await rows()).toHaveLength(2)
})

test('explains an empty list', async () => {
  show()
  expect(await screen.findByText('Nothing new.')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a failed load is retried', async () => {
  expectComplaint('error')
  let down = true
  const { user } = show({
    handlers: {
      'GET /notifications': () =>
        down ? problem(503, 'NOT_READY', '') : Response.json([aNotification({ read: true })]),
    },
  })

  await screen.findByText('The notifications did not load')
  down = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))

  expect(await rows()).toHaveLength(1)
})
