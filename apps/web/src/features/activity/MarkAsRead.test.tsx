import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { removePushBrowser, stubPushBrowser } from '../../../test/fake-push-browser.ts'
import { problem, serve } from '../../../test/fixtures.tsx'
import { createQueryClient } from '../../app/query-client.ts'
import { storedPushOwner } from '../../app/stored.ts'
import { MarkAsRead } from './MarkAsRead.tsx'
import { unreadNotifications } from './unread.queries.ts'

/** The page of project p1, with so many unread notifications. The server returns how many stay unread. */
function showPage({ unread = 3, hidden = false, reply = () => Response.json({ count: 2 }) } = {}) {
  const client = createQueryClient()
  const setUnread = (count: number) =>
    act(async () => void client.setQueryData(unreadNotifications.queryKey, count))
  client.setQueryData(unreadNotifications.queryKey, unread)
  setHidden(hidden)
  const asked = serve({ 'PUT /notifications/read': reply })
  render(
    <QueryClientProvider client={client}>
      <MarkAsRead about={mark} />
    </QueryClientProvider>,
  )
  const marks = () => asked.mock.calls.map(([, init]) => JSON.parse(String(init?.body)))
  return { client, marks, setUnread }
}

function setHidden(hidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

const mark = { projectId: 'p1' }

test('a page on screen is marked as read, once', async () => {
  const { client, marks, setUnread } = showPage()

  await waitFor(() => expect(client.getQueryData(unreadNotifications.queryKey)).toBe(2))
  await setUnread(1)
  expect(marks()).toEqual([mark])
})

test('nothing is sent while nothing is unread', async () => {
  const { marks, setUnread } = showPage({ unread: 0 })
  await setUnread(0)
  expect(marks()).toEqual([])
})

test('new notifications of a visible page are marked as read too', async () => {
  const { client, marks, setUnread } = showPage()
  await waitFor(() => expect(client.getQueryData(unreadNotifications.queryKey)).toBe(2))

  await setUnread(3)

  await waitFor(() => expect(marks()).toEqual([mark, mark]))
})

test('a notification that comes together with the reply is marked as read too', async () => {
  const { client, marks } = showPage({ unread: 1, reply: () => Response.json({ count: 0 }) })
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

test('a failure is neither shown nor repeated', async () => {
  const { client, marks, setUnread } = showPage({ reply: () => problem(503, 'NOT_READY', '') })
  await waitFor(() => expect(marks()).toEqual([mark]))

  await setUnread(3)

  expect(marks()).toEqual([mark])
  expect(client.getQueryData(unreadNotifications.queryKey)).toBe(3)
})

test('closes the browser’s notifications about a page that is read', async () => {
  const browser = stubPushBrowser()
  onTestFinished(removePushBrowser)
  browser.shown.push({ tag: 'p2', close: vi.fn() })
  await navigator.serviceWorker.register('/push-worker.js', { scope: '/' })
  storedPushOwner('freelancer').write('f1')

  showPage()

  await waitFor(() => expect(browser.shown[0]?.close).toHaveBeenCalled())
  expect(browser.shown[1]?.close).not.toHaveBeenCalled()
})
