import { chat } from '@portico/contract'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import { messageFields, openConversation, openTab } from '../../../../test/chat.ts'
import { expect } from '../../../../test/fixtures.ts'
import { connectAs, test } from '../../../../test/socket.ts'
import { buildApp } from '../../../app.ts'
import { TooMuchAtOnce } from '../../../platform/http/errors.ts'

const nonsense = [undefined, null, 1, 'text', [], {}, { content: {} }, Buffer.from('binary'), [[[]]]]

test('refuses invalid payloads of every event', async ({ address, given }) => {
  const maya = await given.client(await given.freelancer())
  const { clientTab } = await openConversation(address, maya)
  const raw = clientTab.socket as unknown as {
    emit(...args: unknown[]): void
    emitWithAck(...args: unknown[]): Promise<unknown>
  }

  for (const name of Object.keys(chat.events)) {
    raw.emit(name)
    raw.emit(name, null, {})
    for (const payload of nonsense) {
      raw.emit(name, payload, {})
      expect(await raw.emitWithAck(name, payload), `${name} ${payload}`).toMatchObject({
        ok: false,
        code: 'INVALID_INPUT',
      })
    }
  }
  raw.emit('no such event', { a: 1 })
  raw.emit('__proto__', { a: 1 })
  const fields = messageFields(maya, maya.freelancer, 'words')
  for (const [field, wrong] of Object.keys(fields).flatMap((field) =>
    [null, 1, true, {}, [], ['x'], ''].map((wrong) => [field, wrong] as const),
  ))
    expect(await raw.emitWithAck('sendMessage', { ...fields, [field]: wrong }), field).toMatchObject({
      ok: false,
    })

  expect(await clientTab.send(maya.freelancer, 'Still here')).toMatchObject({ ok: true, number: 1 })
})

test('refuses blank, too long and unstorable texts', async ({ address, given }) => {
  const maya = await given.client(await given.freelancer())
  const { clientTab } = await openConversation(address, maya)
  const say = (content: string) => clientTab.send(maya.freelancer, content)

  for (const blank of ['', '  ', '\n\t', '\u200b\u200d', '\u00a0\u3000\ufeff'])
    expect(await say(blank)).toMatchObject({ ok: false, message: 'Content is required.' })
  expect(await say('x'.repeat(10_001))).toMatchObject({
    ok: false,
    message: 'Content can have at most 10000 characters.',
  })
  for (const unstorable of ['a\0b', 'half \ud800 a pair'])
    expect(await say(unstorable)).toMatchObject({ ok: false, code: 'INVALID_INPUT' })
  expect(await say('x'.repeat(10_000))).toMatchObject({ ok: true, number: 1 })
})

test('logs no error when one account asks for too much at once', async ({ ctx, given }) => {
  const levels: number[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void levels.push(JSON.parse(line).level) })
  const take = () => {
    throw new TooMuchAtOnce()
  }
  const app = await buildApp({ ...ctx, log, limits: { ...ctx.limits, chat: { take } } }, { web: false })
  onTestFinished(() => app.close())
  const maya = await given.client(await given.freelancer())
  const { socket } = await connectAs(await app.listen({ port: 0, host: '127.0.0.1' }), maya)

  const reply = await socket.emitWithAck('sendMessage', messageFields(maya, maya.freelancer, 'Hello'))

  expect(reply).toMatchObject({ ok: false, code: 'TOO_MUCH_AT_ONCE' })
  expect(levels).not.toContain(pino.levels.values.error)
})

test('closes a connection that sends a reserved event of Socket.IO', async ({ address, given }) => {
  const maya = await given.client(await given.freelancer())
  for (const name of ['connect', 'disconnect', 'disconnecting', 'newListener', 'connect_error']) {
    const { socket, disconnected } = await openTab(address, maya)
    ;(socket as unknown as { packet(packet: object): void }).packet({
      type: 2,
      data: [name, {}],
      options: {},
    })
    await disconnected
  }

  expect(await (await openTab(address, maya)).join(maya.freelancer)).toMatchObject({ ok: true })
})
