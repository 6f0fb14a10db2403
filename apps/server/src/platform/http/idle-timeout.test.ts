import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { EarlyResponse } from './early-responses.ts'
import { suspendIdleTimeout } from './idle-timeout.ts'

test.for([
  ['that brings nothing', 'HEAD /slow HTTP/1.1\r\nHost: x\r\n\r\n', ''],
  [
    'that is refused early',
    'POST /refused HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n',
    'x'.repeat(100_000),
  ],
] as const)('a line is left to idle no longer than others after a request %s', async ([, head, body]) => {
  const app = fastify({ connectionTimeout: 30_000, http: { ServerResponse: EarlyResponse } })
  onTestFinished(() => app.close())
  suspendIdleTimeout(app)
  app.addContentTypeParser('*', async () => undefined)
  const seen: IncomingMessage[] = []
  app.addHook('onRequest', async ({ raw }) => void seen.push(raw))
  const meanwhile: (number | undefined)[] = []
  app.head('/slow', async ({ raw }) => void meanwhile.push(raw.socket.timeout))
  app.post('/refused', async (_request, reply) => reply.code(413).send(''))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const line = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void line.destroy())

  line.write(head)
  await once(line, 'data')
  const [raw] = seen
  const read = raw?.readableEnded ? undefined : once(raw as IncomingMessage, 'end')
  line.write(body)
  await read

  expect(raw?.socket.timeout).toBeGreaterThan(0)
  // While it is worked for it may be silent.
  expect(meanwhile).toEqual(head.startsWith('HEAD') ? [0] : [])
})
