import type { activity } from '@portico/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { aNotification } from '../../../test/event.ts'
import { serve, signInFreelancer, toasts } from '../../../test/fixtures.tsx'
import { OnScreen } from '../../app/on-screen.ts'
import { createQueryClient } from '../../app/query-client.ts'
import { currentToasts } from '../../ui/toast.ts'
import { NotificationToasts } from './NotificationToasts.tsx'
import { unreadNotifications } from './unread.queries.ts'

const NOW = '2026-11-20T12:00:00.000Z'
const LATER = '2026-11-20T12:00:01.000Z'
const about = { projectId: 'p1', projectTitle: 'Spring menu', createdAt: LATER, read: false }

const aNote = aNotification({
  ...about,
  id: 'e9',
  kind: 'note_added',
  subject: { noteId: 'n1', fileId: 'f1', fileName: 'menu.pdf', version: null, message: 'Larger, please.' },
})

/** A page that is open while notifications arrive, with the feedback of project p1 on screen. */
async function openPage(news: activity.Notification[]) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) })
  signInFreelancer()
  const asked = serve({ 'GET /notifications': () => Response.json(news) })
  const client = createQueryClient()
  client.setQueryData(unreadNotifications.queryKey, 0)
  const router = createMemoryRouter([
    {
      path: '*',
      element: (
        <>
          <OnScreen thing={{ projectId: 'p1', place: 'feedback' }} />
          <NotificationToasts area="freelancer" />
        </>
      ),
    },
  ])
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const arrive = () => act(async () => void client.setQueryData(unreadNotifications.queryKey, news.length))
  const setHidden = (hidden: boolean) =>
    act(() => {
      vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
      document.dispatchEvent(new Event('visibilitychange'))
    })
  setHidden(false)
  return { arrive, setHidden, router, asked }
}

test('announces a note, and leads to it', async () => {
  const { arrive, router } = await openPage([aNote])

  await arrive()

  await waitFor(() =>
    expect(toasts()).toMatchObject([
      { kind: 'info', title: 'Maya left a note on menu.pdf', detail: 'Spring menu. Maya: “Larger, please.”' },
    ]),
  )
  await act(async () => currentToasts()[0]?.action?.run())
  expect(router.state.location).toMatchObject({ pathname: '/files/f1', search: '?note=n1' })
})

test('announces several as one, and neither what is on screen nor what is read or was there before', async () => {
  const { arrive } = await openPage([
    aNotification({
      ...about,
      id: 'e8',
      kind: 'feedback_left',
      subject: { feedbackId: 'fb1', message: 'Blue.' },
    }),
    aNotification({
      ...about,
      id: 'e7',
      kind: 'status_changed',
      subject: { from: 'Pending', to: 'In Progress' },
    }),
    aNote,
    aNotification({ ...about, id: 'e6', kind: 'project_created', subject: { title: 'Sign' }, read: true }),
    aNotification({
      ...about,
      id: 'e5',
      kind: 'project_created',
      subject: { title: 'Sign' },
      createdAt: NOW,
    }),
  ])

  await arrive()

  await waitFor(() =>
    expect(currentToasts()).toMatchObject([
      { title: 'Maya set the status to In Progress', detail: 'and 1 more', action: { label: 'See all' } },
    ]),
  )
})

test('waits until somebody is there', async () => {
  const { arrive, setHidden, asked } = await openPage([aNote])
  setHidden(true)
  await arrive()
  expect(asked).not.toHaveBeenCalled()

  setHidden(false)

  await waitFor(() => expect(toasts()).toHaveLength(1))
})
