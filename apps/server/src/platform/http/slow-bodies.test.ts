import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { files } from '@portico/contract'
import { onTestFinished, vi } from 'vitest'
import { test as base, expect } from '../../../test/fixtures.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { buildApp } from '../../app.ts'

const test = base
  .extend('listening', { scope: 'file' }, async ({ ctx }, { onCleanup }) => {
    const app = await buildApp(ctx, { web: false })
    await app.listen({ port: 0, host: '127.0.0.1' })
    onCleanup(() => app.close())
    return app
  })
  .extend('port', ({ listening }) => (listening.server.address() as AddressInfo).port)

const LENGTH = 3_000
const FORM = 'multipart/form-data; boundary=x'
const FILE_PART = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'

test.for<[name: string, url: string, type: string, start: string]>([
  ['JSON', '/api/auth/login', 'application/json', '{'],
  ['text to the webhook', '/api/stripe/webhook', 'text/plain', 'a'],
  ['JSON to the webhook', '/api/stripe/webhook', 'application/json', '{'],
  ['an encoded form', '/give/unknown', 'application/x-www-form-urlencoded', 'a'],
  ['an unsubscription', '/api/notifications/unsubscribe?token=x&topic=work', FORM, 'a'],
])('ends %s that drips with 408', async ([, url, type, start], { port }) => {
  expect(await drip(port, { url, type, start })).toMatch(
    /^HTTP\/1\.1 408 .*The request took too long to arrive/s,
  )
})

test('ends a form with a file that drips with 408, and stores nothing', async ({ ctx, api, given, port }) => {
  const maya = await given.client(await given.freelancer())
  const project = await given.project(maya)
  for (const [person, { url }] of [
    [maya, files.uploadAsClient],
    [maya.freelancer, files.upload],
  ] as const) {
    const { token } = person
    expect(await drip(port, { url: `/api${url}`, type: FORM, start: FILE_PART, token })).toMatch(
      /^HTTP\/1\.1 408 .*The request took too long to arrive/s,
    )
  }
  expect((await api.as(maya).call(files.list, { params: { id: project.id } })).body).toEqual([])
  expect(await readdir(join(ctx.storage.folder ?? '', 'drafts'))).toEqual([])
})

test('ends a piece of a resumable upload that drips with 408, and keeps what has arrived', async ({
  ctx,
  given,
  port,
}) => {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya)
  const headers = { authorization: `Bearer ${maya.token}`, 'tus-resumable': '1.0.0' }
  const begun = await fetch(`http://127.0.0.1:${port}/api${files.RESUMABLE_URL}`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(LENGTH),
      'upload-metadata': `projectId ${btoa(id)},filename ${btoa('a.bin')}`,
    },
  })
  const url = begun.headers.get('location') ?? ''
  const type = 'application/offset+octet-stream'
  const more = 'Tus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\n'

  const partial = join(ctx.storage.partialUploadFolder, url.split('/').at(-1) ?? '')
  const hasArrived = () => vi.waitFor(async () => expect((await stat(partial)).size).toBe(3), WAIT_OPTIONS)

  const response = await drip(
    port,
    { method: 'PATCH', url, type, start: 'abc', token: maya.token, more },
    hasArrived,
  )

  expect(response).toMatch(/^HTTP\/1\.1 408 .*The request took too long to arrive/s)
  const found = await fetch(new URL(url, `http://127.0.0.1:${port}`), { method: 'HEAD', headers })
  expect(Number(found.headers.get('upload-offset'))).toBeGreaterThan(0)
})

test('lets a body go on that arrives with more than 1 kB/s, however long it takes', async ({
  listening,
  given,
  port,
}) => {
  const maya = await given.client(await given.freelancer())
  const { id } = await given.project(maya)
  const connected = once(listening.server, 'connection')
  useFakeIntervals()
  const end = `\r\n--x\r\nContent-Disposition: form-data; name="projectId"\r\n\r\n${id}\r\n--x--\r\n`
  const socket = send(port, {
    url: `/api${files.uploadAsClient.url}`,
    type: FORM,
    token: maya.token,
    length: FILE_PART.length + 40 * 6_000 + end.length,
  })
  const [received] = (await connected) as [Socket]
  const answered = once(socket, 'data')
  socket.write(FILE_PART)
  for (let n = 0; n < 40; n++) {
    socket.write('a'.repeat(6_000))
    while (received.bytesRead < 6_000 * (n + 1)) await nextTurn()
    await vi.advanceTimersByTimeAsync(5_000)
  }
  socket.write(end)
  const [response] = await answered
  expect(String(response)).toMatch(/^HTTP\/1\.1 201 /)
})

interface SlowRequest {
  method?: string
  url: string
  type: string
  token?: string
  more?: string
  length?: number
}

function send(port: number, { method = 'POST', url, type, token, more = '', length = LENGTH }: SlowRequest) {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => void socket.destroy())
  const authorization = token ? `Authorization: Bearer ${token}\r\n` : ''
  socket.write(
    `${method} ${url} HTTP/1.1\r\nHost: x\r\n${authorization}${more}Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
  )
  return socket
}

/** Sends a byte every five seconds of a clock that runs fast, until there is a response, and returns that. */
async function drip(
  port: number,
  { start, ...request }: SlowRequest & { start: string },
  hasArrived = async () => {},
) {
  useFakeIntervals()
  const socket = send(port, request)
  let response = ''
  socket.on('data', (bytes) => (response += bytes))
  socket.write(start)
  await hasArrived()
  for (let sent = 0; response === ''; sent++) {
    if (sent < 100) socket.write('a')
    await vi.advanceTimersByTimeAsync(5_000)
    await nextTurn()
  }
  vi.useRealTimers()
  return response
}

function useFakeIntervals() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
}
