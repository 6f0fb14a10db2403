import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from './database.ts'
import { urlOf } from './database-url.ts'
import { startPortico } from './portico.ts'

test('two hundred who never finish their headers are shown out, and nobody else waits for them', {
  timeout: 90_000,
}, async () => {
  const { connection, drop } = await createDatabase()
  onTestFinished(drop)
  const portico = await startPortico({ DATABASE_URL: urlOf(connection) })
  const senders = await Promise.all(Array.from({ length: 200 }, () => halfSend(Number(portico.port))))

  expect((await fetch(`${portico.url}/readyz`)).status).toBe(200)
  const answers = await Promise.all(senders.map(({ answered }) => answered))

  expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 408 Request Timeout']))
  expect((await fetch(`${portico.url}/readyz`)).status).toBe(200)
  expect(await portico.end('SIGTERM')).toBe(0)
})

/** The first line of the answer that comes before the line is closed. */
async function halfSend(port: number) {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.write('GET /api/projects HTTP/1.1\r\nhost: x\r\nx-more: ')
  let said = ''
  socket.on('data', (data) => {
    said += data
  })
  return { answered: once(socket, 'close').then(() => said.split('\r\n', 1)[0]) }
}
