import { type AddressInfo, connect } from 'node:net'
import { describe } from 'vitest'
import { test as base, expect } from '../../../test/fixtures.ts'
import { buildApp } from '../../app.ts'

const test = base.extend('port', { scope: 'file' }, async ({ ctx }, { onCleanup }) => {
  const app = await buildApp(ctx, { web: false })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onCleanup(() => app.close())
  return (app.server.address() as AddressInfo).port
})

describe('a request that Node’s parser refuses gets our error format', () => {
  test.for([
    ['two lengths', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx', 400],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'an unknown coding',
      'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked, x\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a folded header', 'GET / HTTP/1.1\r\nhost: x\r\na: b\r\n c\r\n\r\n', 400],
    ['a bare line feed', 'GET / HTTP/1.1\nhost: x\n\n', 400],
    ['a bare line feed in a header', 'GET / HTTP/1.1\r\nhost: x\na: b\r\n\r\n', 400],
    ['2,000 headers', `GET / HTTP/1.1\r\nhost: x\r\n${'a: bcdef\r\n'.repeat(2_000)}\r\n`, 431],
    ['a header of 20 KiB', `GET / HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(20_480)}\r\n\r\n`, 431],
    ['no HTTP at all', 'hello\r\n\r\n', 400],
  ] as const)('for %s', async ([, bytes, status], { port }) => {
    const response = await sendRaw(port, bytes)

    const [head = '', body = ''] = response.split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(head.toLowerCase()).toMatch(/connection: close/)
    expect(head).toMatch(/x-request-id: [\w-]{36}/)
    expect(JSON.parse(body)).toMatchObject({ statusCode: status, code: expect.any(String) })
  })

  test('for several Host headers, which a proxy may read otherwise', async ({ port }) => {
    const hosts = 'host: localhost\r\nHost: evil.test\r\n'

    const response = await sendRaw(port, `GET /healthz HTTP/1.1\r\n${hosts}connection: close\r\n\r\n`)
    const upgrade = await sendRaw(
      port,
      `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n${hosts}connection: upgrade\r\nupgrade: websocket\r\n` +
        'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )

    expect(response).toMatch(/^HTTP\/1\.1 400 /)
    expect(upgrade).toBe('')
  })

  test('for too many headers or too long a path', async ({ app }) => {
    const headers = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`x-${n}`, 'y']))
    expect((await app.inject({ url: '/healthz', headers })).statusCode).toBe(431)
    expect((await app.inject({ url: `/api/${'x'.repeat(9_000)}` })).statusCode).toBe(414)
  })
})

/** Sends the bytes unchanged, and returns everything received until the connection closed. */
async function sendRaw(port: number, bytes: string | Buffer) {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (data) => {
    received += data.toString('latin1')
  })
  socket.on('error', () => {})
  socket.write(bytes)
  await new Promise((resolve) => socket.once('close', resolve))
  return received
}
