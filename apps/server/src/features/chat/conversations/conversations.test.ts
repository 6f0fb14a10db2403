import { chat, clients, projects } from '@portico/contract'
import { describe, vi } from 'vitest'
import { type Chatter, openChat, openConversation } from '../../../../test/chat.ts'
import { test as base, expect } from '../../../../test/fixtures.ts'
import type { TestClient } from '../../../../test/given.ts'
import { WAIT_OPTIONS } from '../../../../test/wait-options.ts'
import { applyPlan } from '../../billing/billing.service.ts'

const test = base.extend('address', { scope: 'file' }, ({ app }) =>
  app.listen({ port: 0, host: '127.0.0.1' }),
)

/** What was said, by turns, the client first. */
async function talk({ theirs, ours }: { theirs: Chatter; ours: Chatter }, maya: TestClient, count: number) {
  const said: string[] = []
  for (let n = 1; n <= count; n++) {
    const reply = n % 2 ? await theirs.say(maya.freelancer, `M ${n}`) : await ours.say(maya, `M ${n}`)
    if (!reply.ok) throw new Error(reply.code)
    said.push(reply.id)
  }
  return said
}

describe('the history', () => {
  test('is the same for both, and what they heard', async ({ address, given, api }) => {
    const maya = await given.client(await given.freelancer())
    const ada = maya.freelancer
    const both = await openConversation(address, maya)
    await talk(both, maya, 7)
    await both.ours.hears(7)

    const adas = await api.as(ada).call(chat.history, { params: { clientId: maya.id } })
    const mayas = await api.as(maya).call(chat.clientHistory, { params: { freelancerId: ada.id } })

    expect(adas.body).toEqual(both.ours.heard)
    expect(mayas.body).toEqual(both.ours.heard)
  })

  test('goes back from a message and on from one, always oldest first', async ({ address, given, api }) => {
    const maya = await given.client(await given.freelancer())
    const ids = await talk(await openConversation(address, maya), maya, 60)
    const read = async (querystring?: chat.HistoryQuery) => {
      const { body } = await api
        .as(maya)
        .call(chat.clientHistory, { params: { freelancerId: maya.freelancer.id }, querystring })
      return body.map(({ number }) => number)
    }
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

    expect(await read()).toEqual(range(11, 60))
    expect(await read({ limit: 3 })).toEqual([58, 59, 60])
    expect(await read({ before: ids[10] })).toEqual(range(1, 10))
    expect(await read({ before: ids[10], limit: 2 })).toEqual([9, 10])
    expect(await read({ before: ids[0] })).toEqual([])
    expect(await read({ after: ids[56] })).toEqual([58, 59, 60])
    expect(await read({ after: ids[0], limit: 3 })).toEqual([2, 3, 4])
    expect(await read({ after: ids[59] })).toEqual([])
  })

  test('is of one conversation: a message of another is nothing to go on from', async ({
    address,
    given,
    api,
  }) => {
    const ada = await given.freelancer()
    const [maya, tom] = [await given.client(ada), await given.client(ada)]
    const [first = ''] = await talk(await openConversation(address, tom), tom, 2)
    const [own = ''] = await talk(await openConversation(address, maya), maya, 2)
    const read = (querystring: object) =>
      api.as(ada).send(chat.history, { params: { clientId: maya.id }, querystring })

    for (const cursor of ['before', 'after']) {
      // Of another conversation, of none yet, and of none that there could be.
      for (const id of [first, `${own.slice(0, -8)}00000003`, `${own.slice(0, -8)}ffffffff`])
        expect(await read({ [cursor]: id })).toMatchObject({
          status: 400,
          body: { code: 'CURSOR_NOT_KNOWN' },
        })
      expect(await read({ [cursor]: maya.id })).toMatchObject({ status: 400 })
      expect(await read({ [cursor]: 'x' })).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    }
    expect(await read({ before: first, after: first })).toMatchObject({ body: { code: 'ONE_CURSOR_ONLY' } })
    for (const limit of ['0', '201', 'x', '1.5']) expect(await read({ limit })).toMatchObject({ status: 400 })
    expect(await read({ limit: '200' })).toMatchObject({ status: 200, body: [{ id: own }, { number: 2 }] })
  })

  test('is found by those two alone', async ({ given, api }) => {
    const [ada, eve] = [await given.freelancer(), await given.freelancer()]
    const [maya, tom, lin] = [await given.client(ada), await given.client(ada), await given.client(eve)]
    const unknown = '01900000-0000-7000-8000-000000000000'

    for (const clientId of [lin.id, unknown, eve.id, ada.id, 'x'])
      expect(await api.as(ada).send(chat.history, { params: { clientId } })).toMatchObject({ status: 404 })
    for (const freelancerId of [eve.id, tom.id, maya.id, lin.id, unknown])
      expect(await api.as(maya).send(chat.clientHistory, { params: { freelancerId } })).toMatchObject({
        status: 404,
        body: { code: 'FREELANCER_NOT_FOUND' },
      })
  })

  test('stays readable on a plan without chat', async ({ address, given, api, ctx }) => {
    const maya = await given.client(await given.freelancer())
    const both = await openConversation(address, maya)
    await talk(both, maya, 2)
    await applyPlan(ctx, maya.freelancer.id, 'free')

    expect(await both.ours.say(maya, 'No more')).toMatchObject({ ok: false, code: 'CHAT_NOT_IN_PLAN' })
    const { body: ours } = await api.as(maya.freelancer).call(chat.history, { params: { clientId: maya.id } })
    expect(ours.map(({ content }) => content)).toEqual(['M 1', 'M 2'])
    const freelancerId = maya.freelancer.id
    const { body: theirs } = await api.as(maya).call(chat.clientHistory, { params: { freelancerId } })
    expect(theirs).toEqual(ours)
    expect(await both.theirs.join(maya.freelancer)).toMatchObject({ silence: 'CHAT_NOT_AVAILABLE' })
  })
})

describe('the list of conversations', () => {
  test('begins with those who wait for an answer, then goes by what was said last', async ({
    address,
    given,
    api,
  }) => {
    const ada = await given.freelancer()
    const [gareth, priya, tom, maya] = [
      await given.client(ada, { firstName: 'Gareth' }),
      await given.client(ada, { firstName: 'Priya' }),
      await given.client(ada, { firstName: 'Tom', company: null }),
      await given.client(ada, { firstName: 'Maya' }),
    ]
    await given.client(await given.freelancer())
    const adas = await openChat(address, ada)
    await (await openChat(address, maya)).say(ada, 'A question')
    await (await openChat(address, tom)).say(ada, 'x'.repeat(300))
    await adas.say(priya, 'Hello')
    await adas.say(tom, 'An answer')

    const { body } = await api.as(ada).call(chat.listConversations)

    expect(body.map(({ client }) => client.firstName)).toEqual(['Maya', 'Tom', 'Priya', 'Gareth'])
    expect(body[0]).toMatchObject({
      client: { id: maya.id, firstName: 'Maya', lastName: 'Whitcombe', company: 'Northwind Bakery' },
      lastMessage: { preview: 'A question', senderType: 'Client' },
      awaitsAnswer: true,
      unread: 1,
      lastNumber: 1,
      peerHere: true,
    })
    expect(body[1]).toMatchObject({
      client: { company: null },
      lastMessage: { preview: 'An answer', senderType: 'Freelancer' },
      awaitsAnswer: false,
      unread: 1,
      lastNumber: 2,
    })
    expect(body[3]).toMatchObject({
      client: { id: gareth.id },
      lastMessage: null,
      awaitsAnswer: false,
      unread: 0,
      lastNumber: 0,
      peerHere: false,
      silence: null,
    })
  })

  test('says whether one may write', async ({ given, api, ctx }) => {
    const maya = await given.client(await given.freelancer())
    const { id } = await given.project(maya)
    const ada = maya.freelancer
    const silences = async () => [
      (await api.as(ada).call(chat.listConversations)).body[0]?.silence,
      (await api.as(maya).call(chat.getConversation)).body.silence,
    ]

    expect(await silences()).toEqual([null, null])
    await api.as(ada).call(projects.update, { params: { id }, body: { status: 'Completed' } })
    expect(await silences()).toEqual([null, 'NO_ONGOING_PROJECT'])
    await applyPlan(ctx, ada.id, 'starter')
    expect(await silences()).toEqual(['CHAT_NOT_IN_PLAN', 'CHAT_NOT_AVAILABLE'])
  })
})

describe('what is unread', () => {
  test('is what the other said since it was last seen, in every count alike', async ({
    address,
    given,
    api,
  }) => {
    const maya = await given.client(await given.freelancer())
    const ada = maya.freelancer
    const { theirs, ours } = await openConversation(address, maya)
    const unread = async () => ({
      ada: (await api.as(ada).call(chat.countUnread)).body.unread,
      listed: (await api.as(ada).call(chat.listConversations)).body[0]?.unread,
      maya: (await api.as(maya).call(chat.countUnread)).body.unread,
      hers: (await api.as(maya).call(chat.getConversation)).body.unread,
    })
    await talk({ theirs, ours }, maya, 7)
    expect(await unread()).toEqual({ ada: 4, listed: 4, maya: 3, hers: 3 })

    const see = (who: Chatter, peerId: string, number: number) =>
      who.socket.emitWithAck('markSeen', { peerId, number })
    expect(await see(ours, maya.id, 4)).toEqual({ ok: true, seen: 4, unread: 2 })
    expect(await see(theirs, ada.id, 7)).toEqual({ ok: true, seen: 7, unread: 0 })
    expect(await unread()).toEqual({ ada: 2, listed: 2, maya: 0, hers: 0 })

    expect(await see(ours, maya.id, 2), 'sight does not go back').toEqual({ ok: true, seen: 4, unread: 2 })
    expect(await see(ours, maya.id, 99), 'nor beyond the end').toEqual({ ok: true, seen: 4, unread: 2 })
    await ours.say(maya, 'One more')
    expect(await unread()).toEqual({ ada: 2, listed: 2, maya: 1, hers: 1 })
  })

  test('goes when it is seen: both sides and all tabs hear of it', async ({ address, given }) => {
    const maya = await given.client(await given.freelancer())
    const ada = maya.freelancer
    const { theirs, ours } = await openConversation(address, maya)
    const dashboard = await openChat(address, ada)
    const sights: unknown[] = []
    for (const tab of [theirs, ours, dashboard]) tab.socket.on('seen', (news) => sights.push(news))
    await theirs.say(ada, 'Hello')
    await vi.waitFor(() => expect(dashboard.changes).toEqual([['conversations']]), WAIT_OPTIONS)

    await ours.socket.emitWithAck('markSeen', { peerId: maya.id, number: 1 })

    await vi.waitFor(() => expect(sights).toHaveLength(3), WAIT_OPTIONS)
    expect(sights[0]).toEqual({ clientId: maya.id, by: 'Freelancer', number: 1 })
    await vi.waitFor(() => expect(dashboard.changes).toHaveLength(2), WAIT_OPTIONS)
    expect(ours.changes, 'who is in the room hears the message itself').toEqual([])
  })

  test('is for nobody else to mark', async ({ address, given, api }) => {
    const ada = await given.freelancer()
    const [maya, tom] = [await given.client(ada), await given.client(ada)]
    const { theirs } = await openConversation(address, maya)
    await theirs.say(ada, 'Hello')
    const eves = await openChat(address, await given.freelancer())
    const toms = await openChat(address, tom)

    for (const tab of [eves, toms])
      expect(await tab.socket.emitWithAck('markSeen', { peerId: maya.id, number: 1 })).toMatchObject({
        code: 'NO_SUCH_PEER',
      })
    expect((await api.as(ada).call(chat.countUnread)).body.unread).toBe(1)
  })

  test('goes with a client who is deleted', async ({ address, given, api }) => {
    const maya = await given.client(await given.freelancer())
    const { theirs } = await openConversation(address, maya)
    await theirs.say(maya.freelancer, 'Hello')
    await api.as(maya.freelancer).call(clients.remove, { params: { id: maya.id } })

    expect((await api.as(maya.freelancer).call(chat.countUnread)).body.unread).toBe(0)
    expect((await api.as(maya.freelancer).call(chat.listConversations)).body).toEqual([])
  })
})

describe('who is there', () => {
  test('is seen by those who may chat with them, tabs counted together', async ({ address, given }) => {
    const maya = await given.client(await given.freelancer())
    const ada = maya.freelancer
    const ours = await openChat(address, ada)
    const eves = await openChat(address, await given.freelancer())
    const news: { userId: string; here: boolean }[] = []
    const others: unknown[] = []
    ours.socket.on('presence', (one) => news.push(one))
    eves.socket.on('presence', (one) => others.push(one))
    expect(await ours.join(maya)).toMatchObject({ peerHere: false })

    const [first, second] = [await openChat(address, maya), await openChat(address, maya)]
    await vi.waitFor(
      () => expect(news).toMatchObject([{ userId: maya.id, userType: 'Client', here: true }]),
      WAIT_OPTIONS,
    )
    expect(await first.join(ada)).toMatchObject({ peerHere: true })
    first.socket.close()
    expect(await ours.join(maya)).toMatchObject({ peerHere: true })
    second.socket.close()

    await vi.waitFor(() => expect(news).toHaveLength(2), WAIT_OPTIONS)
    const left = news[1] as { here: boolean; lastSeenAt?: string }
    expect(left).toMatchObject({ here: false, lastSeenAt: expect.any(String) })
    const state = await ours.join(maya)
    expect(state).toMatchObject({ peerHere: false })
    expect(state.ok && Date.parse(state.peerLastSeenAt ?? '')).toBeGreaterThan(
      Date.parse(left.lastSeenAt ?? '') - 10_000,
    )
    expect(others).toEqual([])
  })

  test('types: every tab of the other side sees it, and only there', async ({ address, given }) => {
    const ada = await given.freelancer()
    const [maya, tom] = [await given.client(ada), await given.client(ada)]
    const { theirs } = await openConversation(address, maya)
    const dashboard = await openChat(address, ada)
    const toms = await openChat(address, tom)
    const heard: unknown[] = []
    for (const tab of [dashboard, toms, theirs]) tab.socket.on('typing', (news) => heard.push(news))

    expect(await theirs.socket.emitWithAck('typing', { peerId: ada.id, typing: true })).toEqual({ ok: true })
    expect(await toms.socket.emitWithAck('typing', { peerId: maya.id, typing: true })).toMatchObject({
      code: 'NO_SUCH_PEER',
    })

    await vi.waitFor(
      () => expect(heard).toEqual([{ userId: maya.id, userType: 'Client', typing: true }]),
      WAIT_OPTIONS,
    )
  })
  test('types no longer once it is sent, however close the two follow each other', async ({
    address,
    given,
  }) => {
    const maya = await given.client(await given.freelancer())
    const { theirs, ours } = await openConversation(address, maya)
    const heard: string[] = []
    ours.socket.on('typing', ({ typing }) => heard.push(typing ? 'typing' : 'stopped'))
    ours.socket.on('newMessage', ({ content }) => heard.push(content))

    for (let n = 1; n <= 20; n++) {
      theirs.socket.emit('typing', { peerId: maya.freelancer.id, typing: true })
      await theirs.say(maya.freelancer, `M ${n}`)
    }

    await ours.hears(20)
    await ours.join(maya)
    expect(heard.filter((one, at) => one === 'typing' && heard[at + 1]?.startsWith('M') !== true)).toEqual([])
    expect(heard.at(-1)).toBe('M 20')
  })
})
