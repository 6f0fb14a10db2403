import { type EventEmitter, once } from 'node:events'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createPublicAgent } from './public-agent.ts'

test.for([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '64:ff9b::a9fe:a9fe',
])('does not connect to a name that resolves to %s', async (address) => {
  const connected = vi.fn()
  const server = createServer(connected).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const resolve = (_name: string, _options: object, callback: (error: null, found: object[]) => void) =>
    callback(null, [{ address, family: address.includes(':') ? 6 : 4 }])
  const agent = createPublicAgent(resolve as never)

  const sent = request(`https://fcm.googleapis.com:${port}/`, { agent }).end()

  await expect(failure(sent)).resolves.toMatchObject({ code: 'ADDRESS_NOT_PUBLIC' })
  expect(connected).not.toHaveBeenCalled()
})

async function failure(sent: EventEmitter) {
  const [error] = await once(sent, 'error')
  return error
}
