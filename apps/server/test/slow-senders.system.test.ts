import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from './database.ts'
import { urlOf } from './database-url.ts'
import { startPortico } from './portico.ts'

test('disconnects two hundred clients that never finish their headers, and serves others meanwhile', {
  timeout: 90_000,
}, async () => {
  const { connection, drop } = await createDatabase()
  onTestFinished(drop)
  const portico = await startPortico({ DATABASE_URL: urlOf(connection) })
  const senders = await Promise.all(Array.from({ length: 200 }, () => halfSend(Number(portico.port))))

  expect((await fetch(`${portico.url}/readyz`)).status).toBe(200)
  const statusLines = await Promise.all(senders.map(({ statusLine }) => statusLine))

  expect(new Set(statusLines)).toEqual(new Set(['HTTP/1.1 408 Request Timeout']))
  expect((await fetch(`${portico.url}/readyz`)).status).toBe(200)
  expect(await portico.end('SIGTERM')).toBe(0)
})

/** Sends part of a header; resolves to the status line received before the connection closes. */
async function halfSend(port: number) {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.write('GET /api/projects HTTP/1.1\r\nhost: x\r\nx-more: ')
  let received = ''
  socket.on('data', (data) => {
    received += data
  })
  return { statusLine: once(socket, 'close').then(() => received.split('\r\n', 1)[0]) }
}
