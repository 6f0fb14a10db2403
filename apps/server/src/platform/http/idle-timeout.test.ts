import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { EarlyResponse } from './early-responses.ts'
import { suspendIdleTimeout } from './idle-timeout.ts'

test.for([
  ['without a body', 'HEAD /slow HTTP/1.1\r\nHost: x\r\n\r\n', ''],
  [
    'that was refused early',
    'POST /refused HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n',
    'x'.repeat(100_000),
  ],
] as const)('restores the idle timeout of a connection after a request %s', async ([, head, body]) => {
  const app = fastify({ connectionTimeout: 30_000, http: { ServerResponse: EarlyResponse } })
  onTestFinished(() => app.close())
  suspendIdleTimeout(app)
  app.addContentTypeParser('*', async () => undefined)
  const seen: IncomingMessage[] = []
  app.addHook('onRequest', async ({ raw }) => void seen.push(raw))
  const timeoutsWhileHandling: (number | undefined)[] = []
  app.head('/slow', async ({ raw }) => void timeoutsWhileHandling.push(raw.socket.timeout))
  app.post('/refused', async (_request, reply) => reply.code(413).send(''))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())

  socket.write(head)
  await once(socket, 'data')
  const [raw] = seen
  const read = raw?.readableEnded ? undefined : once(raw as IncomingMessage, 'end')
  socket.write(body)
  await read

  expect(raw?.socket.timeout).toBeGreaterThan(0)
  // The timeout is off while a request is handled.
  expect(timeoutsWhileHandling).toEqual(head.startsWith('HEAD') ? [0] : [])
})
