import { EventEmitter } from 'node:events'
import type { Topic } from '@portico/contract'
import { QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { refetchOnChanges } from './live.ts'
import { createQueryClient } from './query-client.ts'
import type { AreaSocket } from './socket.ts'

/** A page that shows something of each of these, and counts how often it was asked for. */
async function look(...roots: Topic[]) {
  return lookAt(new EventEmitter(), ...roots)
}

async function lookAt(socket: EventEmitter, ...roots: Topic[]) {
  vi.useFakeTimers()
  const client = createQueryClient()
  const asked: Record<string, number> = {}
  for (const root of roots) {
    const queryFn = async () => {
      asked[root] = (asked[root] ?? 0) + 1
      await new Promise((resolve) => setTimeout(resolve, 20))
      return asked[root]
    }
    onTestFinished(new QueryObserver(client, { queryKey: [root, 'list'], queryFn }).subscribe(() => {}))
  }
  await vi.advanceTimersByTimeAsync(50)
  onTestFinished(refetchOnChanges(client, socket as unknown as AreaSocket))
  return { client, socket, asked }
}

test('what has changed is asked for again, the rest is not', async () => {
  const { socket, asked } = await look('projects', 'clients', 'me')

  socket.emit('changed', ['projects'])
  socket.emit('changed', ['projects', 'clients', 'something newer'])
  await vi.advanceTimersByTimeAsync(200)

  expect(asked).toEqual({ projects: 2, clients: 2, me: 1 })
})

test('what nobody looks at is asked for when somebody does', async () => {
  const { client, socket } = await look()
  client.setQueryData(['projects', 'p1'], 'old')

  socket.emit('changed', ['projects'])
  await vi.advanceTimersByTimeAsync(200)

  expect(client.getQueryState(['projects', 'p1'])?.isInvalidated).toBe(true)
})

test('everything is asked for again when the line is back, once', async () => {
  const { socket, asked } = await look('projects', 'me')

  socket.emit('connect')
  socket.emit('changed', ['projects'])
  await vi.advanceTimersByTimeAsync(200)

  expect(asked).toEqual({ projects: 2, me: 2 })
})

test('whoever listens to a line that stands already asks for everything: it may have told of changes before', async () => {
  const { asked } = await lookAt(Object.assign(new EventEmitter(), { connected: true }), 'projects', 'me')

  await vi.advanceTimersByTimeAsync(200)

  expect(asked).toEqual({ projects: 2, me: 2 })
})

test('what is just being asked for comes first, then the newer', async () => {
  const { client, socket, asked } = await look('projects')

  client.invalidateQueries({ queryKey: ['projects'] })
  await vi.advanceTimersByTimeAsync(1)
  socket.emit('changed', ['projects'])
  await vi.advanceTimersByTimeAsync(300)

  expect(asked).toEqual({ projects: 3 })
  expect(client.getQueryData(['projects', 'list'])).toBe(3)
})

test('a change of our own is not asked for twice, nor before it is answered', async () => {
  const { client, socket, asked } = await look('projects', 'clients')
  const mutationFn = () => new Promise((resolve) => setTimeout(resolve, 500))
  client
    .getMutationCache()
    .build(client, { mutationFn, meta: { calls: 'projects.update' } })
    .execute(undefined)

  socket.emit('changed', ['projects', 'clients'])
  await vi.advanceTimersByTimeAsync(400)
  expect(asked).toEqual({ projects: 1, clients: 1 })

  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked).toEqual({ projects: 2, clients: 2 })
})

test('one that takes long is not waited for', async () => {
  const { client, socket, asked } = await look('projects')
  const mutationFn = () => new Promise(() => {})
  client.getMutationCache().build(client, { mutationFn }).execute(undefined)

  socket.emit('changed', ['projects'])
  await vi.advanceTimersByTimeAsync(6_000)

  expect(asked).toEqual({ projects: 2 })
})

test('a tab that was hidden for long sees everything anew', async () => {
  const { asked } = await look('projects')
  const hidden = vi.spyOn(document, 'hidden', 'get')
  const turn = (away: boolean) => {
    hidden.mockReturnValue(away)
    document.dispatchEvent(new Event('visibilitychange'))
  }

  turn(true)
  await vi.advanceTimersByTimeAsync(59_000)
  turn(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(asked).toEqual({ projects: 1 })

  turn(true)
  await vi.advanceTimersByTimeAsync(61_000)
  turn(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(asked).toEqual({ projects: 2 })
})
