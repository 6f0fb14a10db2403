import { EventEmitter } from 'node:events'
import type { Topic } from '@portico/contract'
import { QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { refetchOnChanges } from './live.ts'
import { createQueryClient } from './query-client.ts'
import type { AreaSocket } from './socket.ts'

/** Shows a query of each topic, and counts how often it is fetched. */
async function show(...roots: Topic[]) {
  return showOn(new EventEmitter(), ...roots)
}

async function showOn(socket: EventEmitter, ...roots: Topic[]) {
  vi.useFakeTimers()
  const client = createQueryClient()
  const fetches: Record<string, number> = {}
  for (const root of roots) {
    const queryFn = async () => {
      fetches[root] = (fetches[root] ?? 0) + 1
      await new Promise((resolve) => setTimeout(resolve, 20))
      return fetches[root]
    }
    onTestFinished(new QueryObserver(client, { queryKey: [root, 'list'], queryFn }).subscribe(() => {}))
  }
  await vi.advanceTimersByTimeAsync(50)
  const network = { isBlocked: false }
  onTestFinished(refetchOnChanges(client, socket as unknown as AreaSocket, () => network.isBlocked))
  return { client, socket, fetches, network }
}

test('refetches the changed topics, and no others', async () => {
  const { socket, fetches } = await show('projects', 'clients', 'me')

  socket.emit('changed', ['projects'])
  socket.emit('changed', ['projects', 'clients', 'something newer'])
  await vi.advanceTimersByTimeAsync(200)

  expect(fetches).toEqual({ projects: 2, clients: 2, me: 1 })
})

test('refetches everything regularly while no socket comes through', async () => {
  const { fetches, network } = await show('projects', 'me')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetches).toEqual({ projects: 1, me: 1 })

  network.isBlocked = true
  await vi.advanceTimersByTimeAsync(15_500)

  expect(fetches).toEqual({ projects: 2, me: 2 })
})

test('marks a changed query as stale when no component shows it', async () => {
  const { client, socket } = await show()
  client.setQueryData(['projects', 'p1'], 'old')

  socket.emit('changed', ['projects'])
  await vi.advanceTimersByTimeAsync(200)

  expect(client.getQueryState(['projects', 'p1'])?.isInvalidated).toBe(true)
})

test('refetches everything once after a reconnect', async () => {
  const { socket, fetches } = await show('projects', 'me')

  socket.emit('connect')
  socket.emit('changed', ['projects'])
  await vi.advanceTimersByTimeAsync(200)

  expect(fetches).toEqual({ projects: 2, me: 2 })
})

test('refetches everything when the socket is connected already, because earlier events may have been missed', async () => {
  const { fetches } = await showOn(Object.assign(new EventEmitter(), { connected: true }), 'projects', 'me')

  await vi.advanceTimersByTimeAsync(200)

  expect(fetches).toEqual({ projects: 2, me: 2 })
})

test('finishes a pending refetch before it refetches again', async () => {
  const { client, socket, fetches } = await show('projects')

  client.invalidateQueries({ queryKey: ['projects'] })
  await vi.advanceTimersByTimeAsync(1)
  socket.emit('changed', ['projects'])
  await vi.advanceTimersByTimeAsync(300)

  expect(fetches).toEqual({ projects: 3 })
  expect(client.getQueryData(['projects', 'list'])).toBe(3)
})

test('waits for a pending mutation, and refetches once', async () => {
  const { client, socket, fetches } = await show('projects', 'clients')
  const mutationFn = () => new Promise((resolve) => setTimeout(resolve, 500))
  client
    .getMutationCache()
    .build(client, { mutationFn, meta: { calls: 'projects.update' } })
    .execute(undefined)

  socket.emit('changed', ['projects', 'clients'])
  await vi.advanceTimersByTimeAsync(400)
  expect(fetches).toEqual({ projects: 1, clients: 1 })

  await vi.advanceTimersByTimeAsync(1_000)
  expect(fetches).toEqual({ projects: 2, clients: 2 })
})

test('does not refetch what this tab has just deleted', async () => {
  const { client, socket, fetches } = await show('projects', 'files')
  const remove = client.getMutationCache().build(client, {
    mutationFn: async () => {},
    meta: { deletes: [['projects', 'list']] },
  })

  await remove.execute(undefined)
  socket.emit('changed', ['projects', 'files'])
  await vi.advanceTimersByTimeAsync(200)
  expect(fetches).toEqual({ projects: 1, files: 2 })

  await vi.advanceTimersByTimeAsync(5_000)
  socket.emit('changed', ['projects'])
  await vi.advanceTimersByTimeAsync(200)
  expect(fetches.projects, 'restored meanwhile').toBe(2)
})

test('stops waiting for a mutation after five seconds', async () => {
  const { client, socket, fetches } = await show('projects')
  const mutationFn = () => new Promise(() => {})
  client.getMutationCache().build(client, { mutationFn }).execute(undefined)

  socket.emit('changed', ['projects'])
  await vi.advanceTimersByTimeAsync(6_000)

  expect(fetches).toEqual({ projects: 2 })
})

test('refetches everything when a tab was hidden for more than a minute', async () => {
  const { fetches } = await show('projects')
  const hidden = vi.spyOn(document, 'hidden', 'get')
  const setHidden = (isHidden: boolean) => {
    hidden.mockReturnValue(isHidden)
    document.dispatchEvent(new Event('visibilitychange'))
  }

  setHidden(true)
  await vi.advanceTimersByTimeAsync(59_000)
  setHidden(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(fetches).toEqual({ projects: 1 })

  setHidden(true)
  await vi.advanceTimersByTimeAsync(61_000)
  setHidden(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(fetches).toEqual({ projects: 2 })
})
