import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { settlesWithin } from './settles-within.ts'

test('returns true for a promise that resolves in time, false for one that rejects or stays pending', async () => {
  expect(await settlesWithin(10_000, Promise.resolve('here'))).toBe(true)
  expect(await settlesWithin(10_000, Promise.reject(new Error('no')))).toBe(false)
  expect(await settlesWithin(1, new Promise(() => {}))).toBe(false)
})

test('returns true for data that arrived while the event loop was blocked', async () => {
  const server = createServer((socket) => socket.end('here')).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const received = once(socket, 'data')
  // Both ends are in this process: the data is sent, but not read yet.
  await once(server, 'connection')

  const result = settlesWithin(1, received)
  const until = performance.now() + 20
  while (performance.now() < until);

  expect(await result).toBe(true)
})
