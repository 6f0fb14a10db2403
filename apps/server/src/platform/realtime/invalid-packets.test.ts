import { afterEach, onTestFinished, vi } from 'vitest'
import { expect } from '../../../test/fixtures.ts'
import { connectAs, expectStillServing, test } from '../../../test/socket.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'

afterEach(() => vi.restoreAllMocks())

test('ignores unknown and reserved events', async ({ address, given }) => {
  const ada = await given.freelancer()
  const { socket } = await connectAs(address, ada)
  const emit = socket.emit.bind(socket) as unknown as (...args: unknown[]) => void

  for (const name of ['anything', 'error', 'message', 'ping', '__proto__', 'constructor', 'changed', ''])
    for (const args of [[], [null], [1], [{}], [[]], ['x'.repeat(10_000)], [Buffer.alloc(100)], [() => {}]])
      emit(name, ...args)

  await expectStillServing(address, given)
  expect(socket.connected).toBe(true)
})

test.for([
  ['a reserved event', '42["disconnect"]'],
  ['another reserved event', '42["newListener",{}]'],
  ['no event', '42[]'],
  ['not a list', '42{}'],
  ['not JSON', '42["a'],
  ['an unknown packet', '49'],
  ['an unknown frame', '9'],
  ['nothing', ''],
  ['an acknowledgement nobody waits for', '43999[]'],
  ['too many attachments', '45999999-["a",{"_placeholder":true,"num":0}]'],
  ['an attachment that is none', '451-["a",{"_placeholder":true,"num":9e9}]'],
  ['a second handshake', '40{"token":"x"}'],
  ['another namespace', '40/admin,{}'],
  ['a refusal', '44{"message":"no"}'],
  ['very deep', `42["a",${'['.repeat(30_000)}${']'.repeat(30_000)}]`],
  ['more than 64 KiB', `42["${'x'.repeat(70_000)}"]`],
])('survives %s', async ([, frame], { address, given }) => {
  const ada = await given.freelancer()
  const socket = new WebSocket(`${address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  onTestFinished(() => socket.close())
  const received: unknown[] = []
  socket.addEventListener('message', ({ data }) => received.push(data))
  socket.addEventListener('open', () => socket.send(`40${JSON.stringify({ token: ada.token })}`))
  await vi.waitFor(() => expect(received).toContainEqual(expect.stringMatching(/^40\{"sid"/)), WAIT_OPTIONS)
  socket.send(frame as string)
  socket.send(new Uint8Array([1, 2, 3]))

  await expectStillServing(address, given)
})
