import { activity } from '@portico/contract'
import { type InfiniteData, mutationOptions, type QueryClient } from '@tanstack/react-query'
import { call, type Page } from '../../app/api.ts'
import type { ShownThing } from '../../app/on-screen.ts'
import { areaOnScreen } from '../../app/session.ts'
import { storedPushOwner } from '../../app/stored.ts'
import { unreadNotifications } from './unread.queries.ts'

interface ShownMark {
  mark: activity.ReadMark
  /** The project or client, as which a browser shows its notification. */
  tag: string
}

/** What to mark as read, all parts of a project together. */
export function toReadMarks(things: readonly ShownThing[]): ShownMark[] {
  const parts = things.filter((thing) => 'place' in thing)
  const projects = Map.groupBy(parts, ({ projectId }) => projectId)
  return [
    ...[...projects].map(([projectId, ofOne]) => ({
      mark: { shown: { projectId, places: ofOne.map(({ place }) => place) } },
      tag: projectId,
    })),
    ...things.flatMap((thing) => {
      if ('fileId' in thing) return { mark: { fileId: thing.fileId }, tag: thing.projectId }
      if ('teamNotes' in thing) return { mark: { teamNotes: thing.teamNotes }, tag: thing.tag }
      return 'clientId' in thing ? { mark: { clientId: thing.clientId }, tag: thing.clientId } : []
    }),
  ]
}

/** Called by the page itself, so a failure shows no message. */
export const markShownRead = mutationOptions({
  mutationFn: ({ mark }: ShownMark) => call(activity.markRead, { body: mark }),
  onSuccess: ({ count, left }, { tag }, _before, { client }) => {
    client.setQueryData(unreadNotifications.queryKey, count)
    if (left === 0) closePushed(tag)
  },
  meta: { calls: 'activity.markRead', background: true, quiet: true },
})

/** Optimistic: shows everything as read at once, and reverts that when the server refuses. */
export const markAllRead = mutationOptions({
  mutationFn: () => call(activity.markRead, { body: { all: true } }),
  onMutate: async (_nothing, { client }) => {
    await client.cancelQueries({ queryKey: ['notifications'] })
    const before = client.getQueriesData({ queryKey: ['notifications'] })
    client.setQueryData(unreadNotifications.queryKey, 0)
    setAllRead(client)
    return before
  },
  onSuccess: ({ count }, _nothing, _before, { client }) => {
    client.setQueryData(unreadNotifications.queryKey, count)
    closePushed()
  },
  onError: (_error, _nothing, before = [], { client }) => {
    for (const [queryKey, data] of before) client.setQueryData(queryKey, data)
  },
  meta: { calls: 'activity.markRead', background: true, failure: 'Nothing was marked as read' },
})

/** Closes the browser's own notifications of a project or client, or all, once they are read. */
async function closePushed(tag?: string) {
  const area = areaOnScreen()
  if (storedPushOwner(area).read() === undefined) return
  try {
    const { closeNotifications } = await import('../../app/push-subscription.ts')
    await closeNotifications(area, tag)
  } catch (error) {
    console.warn('The notifications of the browser could not be closed', error)
  }
}

function setAllRead(client: QueryClient) {
  client.setQueryData<InfiniteData<Page<activity.Notification[]>>>(
    ['notifications', 'list'],
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          items: page.items.map((notification) => ({ ...notification, read: true })),
        })),
      },
  )
}
