import { chat, clients, projects } from '@portico/contract'
import { describe, vi } from 'vitest'
import { type Chatter, messageFrom, openChat, openConversation } from '../../../../test/chat.ts'
import { test as base, daysFromNow, expect } from '../../../../test/fixtures.ts'
import { WAIT_OPTIONS } from '../../../../test/wait-options.ts'
import { applyPlan } from '../../billing/billing.service.ts'

const test = base.extend('address', { scope: 'file' }, ({ app }) =>
  app.listen({ port: 0, host: '127.0.0.1' }),
)

describe('what one says', () => {
  test('both hear once, as it is stored', async ({ address, given, api }) => {
    const maya = await given.client(await given.freelancer())
    const ada = maya.freelancer
    const { theirs, ours } = await openConversation(address, maya)

    const one = await ours.say(maya, '  The proof is in the files.  ')
    const two = await theirs.say(ada, 'Lovely', { clientMessageId: 'two' })

    expect(one).toEqual({
      ok: true,
      id: expect.any(String),
      number: 1,
      createdAt: expect.any(String),
      clientMessageId: null,
    })
    await theirs.hears(2)
    await ours.hears(2)
    expect(ours.heard).toEqual(theirs.heard)
    expect(ours.heard).toEqual([
      {
        ...messageFrom(ada, maya, 'The proof is in the files.'),
        ...{ id: one.ok && one.id, number: 1, clientMessageId: null, createdAt: expect.any(String) },
      },
      {
        ...messageFrom(maya, ada, 'Lovely'),
        ...{ id: two.ok && two.id, number: 2, clientMessageId: 'two', createdAt: expect.any(String) },
      },
    ])
    const { body } = await api.as(ada).call(chat.history, { params: { clientId: maya.id } })
    expect(body).toEqual(ours.heard)
    for (const { id, createdAt } of body) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(Date.parse(createdAt))
    }
  })

  test('every tab of either hears, and nobody else', async ({ address, given }) => {
    const maya = await given.client(await given.freelancer())
    const sibling = await given.client(maya.freelancer)
    const tabs = await Promise.all([maya, maya, maya, maya.freelancer].map((who) => openChat(address, who)))
    const [first, second, third, freelancers] = tabs as [Chatter, Chatter, Chatter, Chatter]
    for (const tab of [first, second, third]) await tab.join(maya.freelancer)
    await freelancers.join(maya)
    const others = await openChat(address, sibling)
    await others.join(maya.freelancer)

    await first.say(maya.freelancer, 'Only for Ada')
    await others.say(maya.freelancer, 'From the other one')

    for (const tab of tabs) expect(await tab.hears(1)).toEqual(['Only for Ada'])
    expect(await others.hears(1)).toEqual(['From the other one'])
  })

  test('is news for tabs that look elsewhere: at once, and for all that follows once more', async ({
    address,
    given,
  }) => {
    const maya = await given.client(await given.freelancer())
    const { theirs, ours } = await openConversation(address, maya)
    const elsewhere = await openChat(address, maya.freelancer)

    await theirs.say(maya.freelancer, 'First')
    await vi.waitFor(() => expect(elsewhere.changes).toEqual([['conversations']]), WAIT_OPTIONS)
    for (let n = 0; n < 20; n++) await theirs.say(maya.freelancer, `More ${n}`)
    await vi.waitFor(() => expect(elsewhere.changes.length).toBeGreaterThan(1), WAIT_OPTIONS)

    expect(elsewhere.changes.length).toBeLessThan(20)
    await ours.hears(21)
    expect([...ours.changes, ...theirs.changes, ...elsewhere.heard]).toEqual([])
  })

  test('keeps its order, many at once from both sides', async ({ address, given }) => {
    const maya = await given.client(await given.freelancer())
    const { theirs, ours } = await openConversation(address, maya)
    const numbers = Array.from({ length: 500 }, (_, n) => String(n))

    await Promise.all([
      ...numbers.map((n) => ours.say(maya, `Ada ${n}`)),
      ...numbers.map((n) => theirs.say(maya.freelancer, `Maya ${n}`)),
    ])

    await ours.hears(1_000)
    await theirs.hears(1_000)
    expect(ours.heard).toEqual(theirs.heard)
    expect(ours.heard.map(({ number }) => number)).toEqual(Array.from({ length: 1_000 }, (_, n) => n + 1))
    for (const who of ['Ada', 'Maya'])
      expect(ours.heard.map(({ content }) => content).filter((text) => text.startsWith(who))).toEqual(
        numbers.map((n) => `${who} ${n}`),
      )
  })

  test('comes through as it was written', async ({ address, given }) => {
    const maya = await given.client(await given.freelancer())
    const { theirs, ours } = await openConversation(address, maya)
    const texts = [
      '<img src=x onerror=alert(1)>',
      'javascript:alert(1)',
      '👩‍👩‍👧‍👦 مرحبا 𠀋 \' " < > & \\ %',
      'line one\n\n  line two',
      'é'.repeat(10_000),
      '𠀋'.repeat(10_000),
    ]

    for (const text of texts) expect(await theirs.say(maya.freelancer, text)).toMatchObject({ ok: true })

    expect(await ours.hears(texts.length)).toEqual(texts)
  })
})

test('what is refused, or was stored before, takes no number from what is said at the same time', async ({
  address,
  given,
  api,
}) => {
  const maya = await given.client(await given.freelancer())
  const ada = maya.freelancer
  await given.project(maya, { status: 'Completed' })
  const { theirs, ours } = await openConversation(address, maya)
  const lone = await openConversation(
    address,
    await given.client(await given.freelancer({ plan: 'starter' })),
  )
  await ours.say(maya, 'Known', { clientMessageId: 'known' })

  const replies = await Promise.all([
    ours.say(maya, 'One'),
    theirs.say(ada, 'All my projects are done'),
    ours.say(maya, 'Known', { clientMessageId: 'known' }),
    ours.say(maya, 'Two', { clientMessageId: 'two' }),
    ours.say(maya, 'Not the same', { clientMessageId: 'known' }),
    lone.theirs.say(ada, 'To somebody else’s'),
    lone.ours.say(maya, 'As somebody else’s'),
    ours.say(maya, 'Three'),
  ])

  const told = replies.map((reply) => (reply.ok ? reply.number : reply.code))
  expect(told).toEqual([
    ...[2, 'NO_ONGOING_PROJECT', 1, 3, 'MESSAGE_ID_TAKEN'],
    ...['NO_SUCH_PEER', 'NO_SUCH_PEER', 4],
  ])
  const history = await api.as(ada).call(chat.history, { params: { clientId: maya.id } })
  expect(history.body).toMatchObject(
    ['Known', 'One', 'Two', 'Three'].map((content, at) => ({ content, number: at + 1 })),
  )
  expect(await theirs.hears(4)).toEqual(['Known', 'One', 'Two', 'Three'])
})

describe('a message that is sent again', () => {
  test('is stored once and told once, whenever and wherever it comes from', async ({
    address,
    given,
    clock,
  }) => {
    const maya = await given.client(await given.freelancer())
    const { theirs, ours } = await openConversation(address, maya)
    const again = (tab: Chatter) => tab.say(maya.freelancer, 'Once', { clientMessageId: 'the-one' })

    const atOnce = await Promise.all([1, 2, 3, 4, 5].map(() => again(theirs)))
    theirs.socket.disconnect()
    const later = await openChat(address, maya)
    clock.forward({ seconds: 60 })
    const last = await again(later)

    for (const reply of [...atOnce, last]) expect(reply).toEqual(atOnce[0])
    await ours.say(maya, 'And another')
    expect(await ours.hears(2)).toEqual(['Once', 'And another'])
  })

  test('is acknowledged even when nothing new may be said any more', async ({ address, given, ctx }) => {
    const maya = await given.client(await given.freelancer())
    const { theirs } = await openConversation(address, maya)
    const say = () => theirs.say(maya.freelancer, 'Said in time', { clientMessageId: 'in time' })
    const first = await say()
    await applyPlan(ctx, maya.freelancer.id, 'free')

    expect(await say()).toEqual(first)
  })

  test('is refused when it is not the same after all', async ({ address, given }) => {
    const ada = await given.freelancer()
    const [maya, tom] = [await given.client(ada), await given.client(ada)]
    const { ours } = await openConversation(address, maya)
    const name = { clientMessageId: 'reused' }
    await ours.say(maya, 'One thing', name)

    expect(await ours.say(maya, 'Another thing', name)).toMatchObject({ code: 'MESSAGE_ID_TAKEN' })
    expect(await ours.say(tom, 'One thing', name)).toMatchObject({ code: 'MESSAGE_ID_TAKEN' })
  })

  test('may have the same name as somebody else’s', async ({ address, given }) => {
    const maya = await given.client(await given.freelancer())
    const { theirs, ours } = await openConversation(address, maya)

    await ours.say(maya, 'Mine', { clientMessageId: '1' })
    await theirs.say(maya.freelancer, 'Mine', { clientMessageId: '1' })

    expect(await ours.hears(2)).toEqual(['Mine', 'Mine'])
  })
})

describe('nobody', () => {
  test('joins or writes where they do not belong', async ({ address, given }) => {
    const [ada, eve] = [await given.freelancer(), await given.freelancer()]
    const [maya, tom, lin] = [await given.client(ada), await given.client(ada), await given.client(eve)]
    const { theirs: mayas } = await openConversation(address, maya)
    const { theirs: toms, ours: adas } = await openConversation(address, tom)
    const before = mayas.heard.length
    const join = (userId: string, peerId: string) => mayas.socket.emitWithAck('joinRoom', { userId, peerId })

    for (const [userId, peerId, code] of [
      [tom.id, ada.id, 'NOT_YOU'],
      [ada.id, maya.id, 'NOT_YOU'],
      [eve.id, lin.id, 'NOT_YOU'],
      [maya.id, eve.id, 'NO_SUCH_PEER'],
      [maya.id, tom.id, 'NO_SUCH_PEER'],
      [maya.id, maya.id, 'NO_SUCH_PEER'],
    ] as const)
      expect(await join(userId, peerId)).toMatchObject({ ok: false, code })
    expect(await mayas.say(eve, 'psst')).toMatchObject({ code: 'NO_SUCH_PEER' })
    expect(await mayas.say(tom, 'psst', { receiverType: 'Freelancer' })).toMatchObject({
      code: 'NO_SUCH_PEER',
    })
    await adas.say(tom, 'For Tom alone')

    await toms.hears(1)
    expect(mayas.errors).toHaveLength(8)
    expect(mayas.heard).toHaveLength(before)
  })

  test('speaks for another', async ({ address, given }) => {
    const maya = await given.client(await given.freelancer())
    const ada = maya.freelancer
    const { theirs, ours } = await openConversation(address, maya)

    for (const claim of [
      { senderId: ada.id, senderType: 'Freelancer', receiverId: maya.id, receiverType: 'Client' },
      { senderId: ada.id },
      { senderType: 'Freelancer' },
      { receiverType: 'Client' },
    ])
      expect(await theirs.say(ada, 'I am Ada', claim)).toMatchObject({ ok: false, code: 'NOT_YOU' })

    await ours.say(maya, 'No')
    expect(await ours.hears(1)).toEqual(['No'])
  })

  test('writes on a plan without chat', async ({ address, given }) => {
    for (const plan of ['free', 'starter'] as const) {
      const maya = await given.client(await given.freelancer({ plan }))
      const { theirs, ours } = await openConversation(address, maya)

      expect(await ours.say(maya, 'Hello')).toEqual({
        ok: false,
        code: 'CHAT_NOT_IN_PLAN',
        message: 'Live chat is part of the Pro and Enterprise plans.',
      })
      expect(await theirs.say(maya.freelancer, 'Hello')).toEqual({
        ok: false,
        code: 'CHAT_NOT_AVAILABLE',
        message: 'Chat is not available just now.',
      })
    }
    const lin = await given.client(await given.freelancer({ plan: 'enterprise' }))
    const { theirs } = await openConversation(address, lin)
    expect(await theirs.say(lin.freelancer, 'Hello')).toMatchObject({ ok: true })
  })

  test('writes as a client whose projects are all done', async ({ address, given, api }) => {
    const maya = await given.client(await given.freelancer())
    const { theirs, ours } = await openConversation(address, maya)
    const say = () => theirs.say(maya.freelancer, 'One more thing')
    const move = (id: string, status: projects.ProjectStatus) =>
      api.as(maya.freelancer).call(projects.update, { params: { id }, body: { status } })

    expect(await say(), 'while there is no project').toMatchObject({ ok: true })
    const [menu, sign] = [await given.project(maya), await given.project(maya, { dueDate: daysFromNow(-1) })]
    await move(menu.id, 'Completed')
    expect(await say(), 'while one goes on').toMatchObject({ ok: true })
    await move(sign.id, 'Completed')
    expect(await say(), 'when all are done').toEqual({
      ok: false,
      code: 'NO_ONGOING_PROJECT',
      message: 'Chat support is available only for ongoing projects.',
    })
    expect(await ours.say(maya, 'I may always')).toMatchObject({ ok: true })
    await move(menu.id, 'In Progress')
    expect(await say(), 'when one begins again').toMatchObject({ ok: true })
  })
})

describe('whatever is sent', () => {
  const nonsense = [undefined, null, 1, 'text', [], {}, { content: {} }, Buffer.from('binary'), [[[]]]]

  test('does no harm', async ({ address, given }) => {
    const maya = await given.client(await given.freelancer())
    const { theirs } = await openConversation(address, maya)
    const raw = theirs.socket as unknown as {
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
    const fields = messageFrom(maya, maya.freelancer, 'words')
    for (const [field, wrong] of Object.keys(fields).flatMap((field) =>
      [null, 1, true, {}, [], ['x'], ''].map((wrong) => [field, wrong] as const),
    ))
      expect(await raw.emitWithAck('sendMessage', { ...fields, [field]: wrong }), field).toMatchObject({
        ok: false,
      })

    expect(await theirs.say(maya.freelancer, 'Still here')).toMatchObject({ ok: true, number: 1 })
  })

  test('is words, and not too many', async ({ address, given }) => {
    const maya = await given.client(await given.freelancer())
    const { theirs } = await openConversation(address, maya)
    const say = (content: string) => theirs.say(maya.freelancer, content)

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

  test('closes the connection when it is a name of Socket.IO’s own, and no more', async ({
    address,
    given,
  }) => {
    const maya = await given.client(await given.freelancer())
    for (const name of ['connect', 'disconnect', 'disconnecting', 'newListener', 'connect_error']) {
      const { socket, disconnected } = await openChat(address, maya)
      ;(socket as unknown as { packet(packet: object): void }).packet({
        type: 2,
        data: [name, {}],
        options: {},
      })
      await disconnected
    }

    expect(await (await openChat(address, maya)).join(maya.freelancer)).toMatchObject({ ok: true })
  })
})

test('a client who is deleted while they write leaves no message behind', async ({
  address,
  given,
  ctx,
  api,
}) => {
  const ada = await given.freelancer({ plan: 'enterprise' })
  for (let trial = 0; trial < 10; trial++) {
    const maya = await given.client(ada)
    const { theirs, ours } = await openConversation(address, maya)

    const saying = Array.from({ length: 20 }, (_, n) => [
      theirs.socket
        .timeout(5_000)
        .emitWithAck('sendMessage', messageFrom(maya, ada, `M ${n}`))
        .catch(() => null),
      ours.say(maya, `A ${n}`),
    ]).flat()
    const removed = await api.as(ada).call(clients.remove, { params: { id: maya.id } })
    const replies = await Promise.all(saying)

    expect(removed.status).toBe(204)
    for (const reply of replies)
      if (reply && !reply.ok) expect(['NO_SUCH_PEER', 'NOT_SIGNED_IN']).toContain(reply.code)
  }
  const left = await ctx.db
    .selectFrom('message')
    .leftJoin('client', 'client.id', 'message.client_id')
    .select('message.number')
    .where('client.id', 'is', null)
    .execute()
  expect(left).toEqual([])
})

test('a message that the database could not take is not acknowledged, and can be sent again', async ({
  address,
  given,
  ctx,
}) => {
  const maya = await given.client(await given.freelancer())
  const { theirs, ours } = await openConversation(address, maya)
  const say = () => theirs.say(maya.freelancer, 'Hello', { clientMessageId: 'x' })
  // Whoever is told meanwhile who has come asks for the time, too.
  const lost = vi.spyOn(ctx.clock, 'now').mockImplementation(() => {
    throw Object.assign(new Error('gone'), { code: '57P01' })
  })

  expect(await say()).toMatchObject({ ok: false, code: 'NOT_READY' })
  lost.mockRestore()
  expect(await say()).toMatchObject({ ok: true, number: 1 })
  expect(await ours.hears(1)).toEqual(['Hello'])
})
