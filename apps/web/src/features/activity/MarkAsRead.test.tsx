import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { removePushBrowser, stubPushBrowser } from '../../../test/fake-push-browser.ts'
import { problem, serve } from '../../../test/fixtures.tsx'
import { OnScreen, type ShownThing } from '../../app/on-screen.ts'
import { createQueryClient } from '../../app/query-client.ts'
import { storedPushOwner } from '../../app/stored.ts'
import { MarkAsRead } from './MarkAsRead.tsx'
import { unreadNotifications } from './unread.queries.ts'

const ofProject = { projectId: 'p1', place: 'project' } as const
const ofFeedback = { projectId: 'p1', place: 'feedback' } as const
const mark = { shown: { projectId: 'p1', places: ['project'] } }

interface Options {
  unread?: number
  hidden?: boolean
  things?: ShownThing[]
  reply?: () => Response
}

/** A page with so many unread notifications. The server returns how many stay unread. */
function showPage({
  unread = 3,
  hidden = false,
  things = [ofProject],
  reply = () => Response.json({ count: 2, left: 0 }),
}: Options = {}) {
  const client = createQueryClient()
  const setUnread = (count: number) =>
    act(async () => void client.setQueryData(unreadNotifications.queryKey, count))
  client.setQueryData(unreadNotifications.queryKey, unread)
  const asked = serve({ 'PUT /notifications/read': reply })
  const page = (shown: ShownThing[]) => (
    <QueryClientProvider client={client}>
      {shown.map((thing) => (
        <OnScreen key={JSON.stringify(thing)} thing={thing} />
      ))}
      <MarkAsRead />
    </QueryClientProvider>
  )
  const { rerender } = render(page(things))
  act(() => setHidden(hidden))
  const marks = () => asked.mock.calls.map(([, init]) => JSON.parse(String(init?.body)))
  return { client, marks, setUnread, show: (shown: ShownThing[]) => rerender(page(shown)) }
}

function setHidden(hidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('what is on screen is marked as read, once', async () => {
  const { client, marks, setUnread } = showPage()

  await waitFor(() => expect(client.getQueryData(unreadNotifications.queryKey)).toBe(2))
  await setUnread(1)
  expect(marks()).toEqual([mark])
})

test('nothing is sent while nothing is unread, or while no place of events is on screen', async () => {
  const { marks, setUnread, show } = showPage({ unread: 0 })
  await setUnread(0)
  show([])
  await setUnread(3)
  expect(marks()).toEqual([])
})

test('a part of the page is marked as read when it comes on screen, and a file with its notes', async () => {
  const { client, marks, show } = showPage()
  await waitFor(() => expect(client.getQueryData(unreadNotifications.queryKey)).toBe(2))

  show([ofProject, ofFeedback])
  await waitFor(() =>
    expect(marks()).toEqual([mark, { shown: { projectId: 'p1', places: ['project', 'feedback'] } }]),
  )
  show([ofProject])
  show([{ projectId: 'p1', fileId: 'f2', versionIds: ['f2', 'f1'] }])

  await waitFor(() => expect(marks().slice(2)).toEqual([{ fileId: 'f2' }]))
})

test('new notifications of what is on screen are marked as read too', async () => {
  const { client, marks, setUnread } = showPage()
  await waitFor(() => expect(client.getQueryData(unreadNotifications.queryKey)).toBe(2))

  await setUnread(3)

  await waitFor(() => expect(marks()).toEqual([mark, mark]))
})

test('a notification that comes together with the reply is marked as read too', async () => {
  const { client, marks } = showPage({ unread: 1, reply: () => Response.json({ count: 0, left: 0 }) })
  const { queryKey } = unreadNotifications
  const stop = client.getQueryCache().subscribe(() => {
    if (client.getQueryData(queryKey) !== 0) return
    stop()
    client.setQueryData(queryKey, 1)
  })

  await waitFor(() => expect(marks()).toEqual([mark, mark]))
  await waitFor(() => expect(client.getQueryData(queryKey)).toBe(0))
})

test('a page in a hidden tab is marked as read when the tab becomes visible', async () => {
  const { marks } = showPage({ hidden: true })
  expect(marks()).toEqual([])

  act(() => setHidden(false))

  await waitFor(() => expect(marks()).toEqual([mark]))
})

test('a page that was left open for a minute marks nothing, until somebody is there again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const reply = () => Response.json({ count: 0, left: 0 })
  const { client, marks, setUnread } = showPage({ unread: 0, reply })
  pass(59_000)
  fireEvent.keyDown(window, { key: 'a' })
  pass(59_000)
  await setUnread(1)
  await vi.waitFor(() => expect(client.getQueryData(unreadNotifications.queryKey)).toBe(0))
  expect(marks()).toEqual([mark])
  pass(2_000)

  await setUnread(1)
  expect(marks()).toEqual([mark])

  fireEvent.pointerMove(window)
  await vi.waitFor(() => expect(marks()).toEqual([mark, mark]))
})

test('a failure is neither shown nor repeated', async () => {
  const { client, marks, setUnread } = showPage({ reply: () => problem(503, 'NOT_READY', '') })
  await waitFor(() => expect(marks()).toEqual([mark]))

  await setUnread(3)

  expect(marks()).toEqual([mark])
  expect(client.getQueryData(unreadNotifications.queryKey)).toBe(3)
})

test.for([
  [0, 'closes the browser’s notification about a project of which nothing is unread'],
  [1, 'leaves it where something is, such as a note on a file'],
] as const)('%s left: %s', async ([left]) => {
  const browser = stubPushBrowser()
  onTestFinished(removePushBrowser)
  browser.shown.push({ tag: 'p2', close: vi.fn() })
  await navigator.serviceWorker.register('/push-worker.js', { scope: '/' })
  storedPushOwner('freelancer').write('f1')

  const { client } = showPage({ reply: () => Response.json({ count: 1, left }) })

  await waitFor(() => expect(client.getQueryData(unreadNotifications.queryKey)).toBe(1))
  if (left === 0) await waitFor(() => expect(browser.shown[0]?.close).toHaveBeenCalled())
  else expect(browser.shown[0]?.close).not.toHaveBeenCalled()
  expect(browser.shown[1]?.close).not.toHaveBeenCalled()
})
