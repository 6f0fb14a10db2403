import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { settlesWithin } from './settles-within.ts'

test('what answers has come, what fails or stays silent has not', async () => {
  expect(await settlesWithin(10_000, Promise.resolve('here'))).toBe(true)
  expect(await settlesWithin(10_000, Promise.reject(new Error('no')))).toBe(false)
  expect(await settlesWithin(1, new Promise(() => {}))).toBe(false)
})

test('an answer that lay there while this process stood still has come', async () => {
  const server = createServer((line) => line.end('here')).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const line = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const answered = once(line, 'data')
  // Both ends are this process: the answer is sent, and not yet read.
  await once(server, 'connection')

  const come = settlesWithin(1, answered)
  const until = performance.now() + 20
  while (performance.now() < until);

  expect(await come).toBe(true)
})
