import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { files } from '@portico/contract'
import { onTestFinished } from 'vitest'
import { test as base, expect } from '../../../test/fixtures.ts'
import { buildApp } from '../../app.ts'

const MiB = 1_024 * 1_024

const test = base.extend('port', { scope: 'file' }, async ({ ctx }, { onCleanup }) => {
  const app = await buildApp(ctx, { web: false })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onCleanup(() => app.close())
  return (app.server.address() as AddressInfo).port
})

const JSON_TYPE = 'content-type: application/json'
const FORM_TYPE = 'content-type: multipart/form-data; boundary=x'
const TUS = 'tus-resumable: 1.0.0\r\nupload-offset: 0\r\ncontent-type: application/offset+octet-stream'
const TUS_ONE = `/api${files.RESUMABLE_URL}/01900000-0000-7000-8000-000000000001`

/** Refused by Node's parser, before there is a request. */
const unreadable: [status: number, request: string, headers: string][] = [
  [431, 'GET /healthz', `x-more: ${'x'.repeat(20_000)}`],
  [400, 'POST /api/auth/login', 'content-length: 5'],
]

/** Requests that get a response before their body is read. */
const refusals: [status: number, request: string, headers: string][] = [
  [401, 'POST /api/files/upload', FORM_TYPE],
  [401, 'POST /api/projects/create', JSON_TYPE],
  [401, `PATCH ${TUS_ONE}`, TUS],
  [413, 'POST /api/auth/login', JSON_TYPE],
  [413, 'POST /api/stripe/webhook', JSON_TYPE],
  [415, 'POST /api/auth/login', 'content-type: text/plain'],
  [404, 'PUT /nothing', FORM_TYPE],
  [400, 'POST /%zz', JSON_TYPE],
  [200, 'GET /healthz', JSON_TYPE],
]

test('reads at most 1 MiB more of an endless body after an early response', async ({ ctx }) => {
  const app = await buildApp(ctx, { web: false })
  onTestFinished(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const sockets = new Map<number | undefined, Socket>()
  app.server.on('connection', (socket: Socket) => sockets.set(socket.remotePort, socket))
  // Made once: a busy machine took longer than the limit of a request to make it for each sender.
  const body = Buffer.from(`10000\r\n${'x'.repeat(65_536)}\r\n`.repeat(160))

  const results = [...refusals, ...unreadable].map(async (refusal) => {
    const sender = open((app.server.address() as AddressInfo).port)
    sender.send(headOf(refusal, 'transfer-encoding: chunked'))
    sender.send(body)
    const statuses = await sender.statuses(1)
    const socket = sockets.get(sender.port())
    await sender.closed
    const bytes = socket?.bytesRead ?? 0
    return { statuses, request: refusal[1], isRead: bytes >= MiB, isLimited: bytes < 2 * MiB }
  })

  expect(await Promise.all(results)).toEqual(
    [...refusals, ...unreadable].map(([status, request]) => ({
      statuses: [status],
      request,
      isRead: true,
      isLimited: true,
    })),
  )
})

test.for(refusals)(
  'keeps the connection after %i to %s when little more arrives',
  async (refusal, { port }) => {
    const sender = open(port)

    for (const time of [1, 2]) {
      sender.send(headOf(refusal, 'content-length: 600000'))
      await sender.statuses(time)
      sender.send('x'.repeat(600_000))
    }
    sender.send('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')

    expect(await sender.statuses(3)).toEqual([refusal[0], refusal[0], 200])
  },
)

test.for([...refusals, ...unreadable])(
  'lets a sender that asked to close finish its body after %i to %s',
  async (refusal, { port }) => {
    const sender = open(port)

    sender.send(headOf(refusal, 'connection: close\r\ncontent-length: 600000'))
    await sender.ended
    await sender.finish('x'.repeat(600_000))

    expect(await sender.statuses(1)).toEqual([refusal[0]])
    expect(sender.error()).toBeUndefined()
  },
)

test('sends connection: close when the announced body is larger than it reads', async ({ port }) => {
  const sender = open(port)

  sender.send(headOf([401, 'POST /api/files/upload', FORM_TYPE], `content-length: ${1_024 * MiB}`))

  await sender.ended
  expect(sender.text()).toMatch(/^HTTP\/1\.1 401 .*\r\nconnection: close\r\n/is)
})

function headOf([, request, headers]: (typeof refusals)[number], length: string) {
  return `${request} HTTP/1.1\r\nhost: x\r\n${headers}\r\n${length}\r\n\r\n`
}

function open(port: number) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  let text = ''
  let localPort: number | undefined
  socket.once('connect', () => {
    localPort = socket.localPort
  })
  let failure: Error | undefined
  socket.on('error', (error) => {
    failure = error
  })
  socket.on('data', (data) => {
    text += data.toString('latin1')
  })
  const readStatuses = () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
  return {
    closed,
    port: () => localPort,
    ended: Promise.race([once(socket, 'end'), closed]),
    text: () => text,
    error: () => failure,
    send: (bytes: string | Buffer) => socket.write(bytes),
    finish(bytes: string) {
      socket.end(bytes)
      return closed
    },
    async statuses(count: number) {
      while (readStatuses().length < count && !socket.destroyed)
        await Promise.race([once(socket, 'data'), closed])
      return readStatuses()
    },
  }
}
