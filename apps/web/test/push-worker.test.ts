import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'

const source = readFileSync(join(import.meta.dirname, '../public/push-worker.js'), 'utf8')
const ORIGIN = 'https://portico.example'

/** Runs the service worker; `dispatch` resolves when the worker has done all that the event is to wait for. */
function startWorker({ tabs = [] as string[] } = {}) {
  const listeners = new Map<string, (event: object) => void>()
  const windows = tabs.map((url) => ({ url, focus: vi.fn() }))
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    location: { origin: ORIGIN },
    registration: { scope: `${ORIGIN}/client-dashboard`, showNotification: vi.fn() },
    clients: { matchAll: async () => windows, openWindow: vi.fn() },
  }
  new Function('self', source)(self)
  return {
    self,
    windows,
    types: [...listeners.keys()],
    async dispatch(type: string, event: object) {
      let done: Promise<unknown> = Promise.resolve()
      listeners.get(type)?.({
        ...event,
        waitUntil: (promise: Promise<unknown>) => {
          done = promise
        },
      })
      await done
    },
  }
}

const pushed = {
  title: 'Spring menu',
  body: 'Ada uploaded 5 files',
  tag: 'p1',
  url: '/client-dashboard/projects/p1',
}
const press = (url: string) => ({ notification: { close: vi.fn(), data: { url } } })

test('only shows notifications and opens their pages', () => {
  expect(startWorker().types).toEqual(['push', 'notificationclick'])
})

test('replaces the notification about the same project', async () => {
  const { self, dispatch } = startWorker()

  await dispatch('push', { data: { json: () => pushed } })

  expect(self.registration.showNotification.mock.calls).toEqual([
    [
      'Spring menu',
      { body: pushed.body, tag: 'p1', renotify: true, data: { url: pushed.url }, icon: '/icon-192.png' },
    ],
  ])
})

test.for([
  ['nothing', null],
  ['no JSON', { json: () => JSON.parse('?') }],
] as const)('shows something even when %s is pushed', async ([, data]) => {
  const { self, dispatch } = startWorker()

  await dispatch('push', { data })

  expect(self.registration.showNotification).toHaveBeenCalledExactlyOnceWith(
    'News',
    expect.objectContaining({ data: { url: '/client-dashboard' } }),
  )
})

test('focuses a tab at the address, or opens one', async () => {
  const there = startWorker({ tabs: [`${ORIGIN}/clients`, `${ORIGIN}/projects/p1?from=list#file-1`] })
  const event = press('/projects/p1')
  await there.dispatch('notificationclick', event)
  expect(event.notification.close).toHaveBeenCalled()
  expect(there.windows.map(({ focus }) => focus.mock.calls.length)).toEqual([0, 1])
  expect(there.self.clients.openWindow).not.toHaveBeenCalled()

  const elsewhere = startWorker({ tabs: [`${ORIGIN}/clients`, `${ORIGIN}/files/f1?note=n1`] })
  for (const path of ['/projects/p1', '/files/f1?note=n2', '/files/f1?note=n1'])
    await elsewhere.dispatch('notificationclick', press(path))
  expect(elsewhere.self.clients.openWindow.mock.calls).toEqual([
    [`${ORIGIN}/projects/p1`],
    [`${ORIGIN}/files/f1?note=n2`],
  ])
})

test('opens no other site', async () => {
  const { self, dispatch } = startWorker()

  await dispatch('notificationclick', press('https://evil.example/'))

  expect(self.clients.openWindow).not.toHaveBeenCalled()
})
