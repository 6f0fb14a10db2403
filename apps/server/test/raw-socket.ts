import { on, once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** The header lines that ask for a WebSocket. */
export const UPGRADE_REQUEST = [
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
  'Host: portico',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
]

/** A WebSocket without a library: it answers no pings and closes by itself only at the end of the test. */
export async function openRawSocket(address: string) {
  const socket = createConnection(Number(new URL(address).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  socket.write(`${UPGRADE_REQUEST.join('\r\n')}\r\n\r\n`)
  await readUntil(socket, /^HTTP\/1.1 101 /)
  return socket
}

export async function readUntil(socket: Socket, expected: RegExp) {
  let text = ''
  for await (const [data] of on(socket, 'data', { close: ['close'] })) {
    text += String(data)
    if (expected.test(text)) break
  }
  return text
}

/** A text frame of a client, of up to 65,535 bytes. */
export function textFrame(text: string) {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0xfe, bytes.length >> 8, bytes.length & 0xff, 0, 0, 0, 0]), bytes])
}

/** The first part of the response to these header lines; empty when the server hangs up. */
export async function requestRaw(address: string, headerLines: string[]) {
  const socket = createConnection(Number(new URL(address).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(`${headerLines.join('\r\n')}\r\n\r\n`)
  const [first] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [''])])
  return String(first)
}
