import { chat, clients, contacts } from '@portico/contract'
import { describe, vi } from 'vitest'
import { type ChatTab, messageFields, openConversation, openTab } from '../../../test/chat.ts'
import { expect } from '../../../test/fixtures.ts'
import type { TestClient, TestUser } from '../../../test/given.ts'
import { test } from '../../../test/socket.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { expectWithinASecond } from '../../../test/within-a-second.ts'
import { chatPlans } from '../access/plan-limits.ts'
import { insertMessages } from './timeline/messages.repository.ts'

/** A client with a contact, each with a tab in the room of their conversation, as their freelancer has. */
async function openWithContact(
  address: string,
  given: { contact(client: TestClient): Promise<TestClient> },
  maya: TestClient,
) {
  const sam = await given.contact(maya)
  const { clientTab, freelancerTab } = await openConversation(address, maya)
  const samsTab = await openTab(address, sam)
  await samsTab.join(maya.freelancer)
  return { sam, ada: maya.freelancer, clientTab, samsTab, freelancerTab }
}

const see = ({ socket }: ChatTab, peerId: string, number: number) =>
  socket.emitWithAck('markSeen', { peerId, number })

describe('a contact', () => {
  test('writes in the conversation of their client under their own name', async ({ address, given, api }) => {
    const maya = await given.client(await given.freelancer())
    const { sam, ada, clientTab, samsTab, freelancerTab } = await openWithContact(address, given, maya)

    await clientTab.send(ada, 'From Maya')
    const sent = await samsTab.send(ada, 'From Sam')
    await freelancerTab.send(maya, 'To both')

    expect(sent).toMatchObject({ ok: true, number: 2, clientId: maya.id, senderName: 'Sam Reed' })
    for (const tab of [clientTab, samsTab, freelancerTab]) {
      await tab.receives(3)
      expect(tab.received.map(({ senderId, senderName }) => [senderId, senderName])).toEqual([
        [maya.id, 'Maya Whitcombe'],
        [sam.id, 'Sam Reed'],
        [ada.id, 'Ada Marsh'],
      ])
    }
    expect(samsTab.received[1]).toMatchObject(messageFields(sam, ada, 'From Sam'))
    const ofAda = await api.as(ada).call(chat.history, { params: { clientId: maya.id } })
    const ofSam = await api.as(sam).call(chat.clientHistory, { params: { freelancerId: ada.id } })
    expect(ofAda.body).toEqual(freelancerTab.received)
    expect(ofSam.body).toEqual(freelancerTab.received)
    expect((await api.as(ada).call(chat.listConversations)).body).toMatchObject([
      { client: { id: maya.id }, lastNumber: 3, lastMessage: { senderId: ada.id, senderName: 'Ada Marsh' } },
    ])
  })

  test('shows the name that they have when the message is read, also after they were removed', async ({
    address,
    given,
    api,
  }) => {
    const maya = await given.client(await given.freelancer())
    const { sam, ada, samsTab } = await openWithContact(address, given, maya)
    await samsTab.send(ada, 'Hello')
    const params = { id: sam.id }
    const nameInHistory = async () =>
      (await api.as(ada).call(chat.history, { params: { clientId: maya.id } })).body[0]?.senderName

    await api.as(ada).call(contacts.change, { params, body: { lastName: 'Reed-Jones' } })
    expect(await nameInHistory()).toBe('Sam Reed-Jones')

    await api.as(ada).call(contacts.remove, { params })
    expect(await nameInHistory()).toBe('Sam Reed-Jones')
  })

  test('who only looks reads and marks as read, and neither writes nor shows as typing', async ({
    address,
    given,
    api,
  }) => {
    const maya = await given.client(await given.freelancer())
    const lin = await given.contact(maya, { looksOnly: true })
    const ada = maya.freelancer
    const { freelancerTab } = await openConversation(address, maya)
    const linsTab = await openTab(address, lin)
    const typing: unknown[] = []
    freelancerTab.socket.on('typing', (event) => typing.push(event))
    await freelancerTab.send(maya, 'Hello')

    expect(await linsTab.join(ada)).toMatchObject({ ok: true, silence: 'LOOKS_ONLY', unread: 1 })
    expect((await api.as(lin).call(chat.getConversation)).body).toMatchObject({ silence: 'LOOKS_ONLY' })
    await linsTab.socket.emitWithAck('typing', { peerId: ada.id, typing: true })
    expect(await linsTab.send(ada, 'Hello')).toMatchObject({ ok: false, code: 'LOOKS_ONLY' })
    expect(await see(linsTab, ada.id, 1)).toEqual({ ok: true, seen: 1, unread: 0 })

    await freelancerTab.send(maya, 'One more')
    await linsTab.receives(1)
    expect(typing).toEqual([])
    expect(await api.as(ada).call(chat.history, { params: { clientId: maya.id } })).toMatchObject({
      body: { length: 2 },
    })
  })

  test('who looks only from now on cannot finish what they are writing, and can again when they may write', async ({
    address,
    given,
    api,
  }) => {
    const maya = await given.client(await given.freelancer())
    const { sam, ada, samsTab } = await openWithContact(address, given, maya)
    const change = (looksOnly: boolean) =>
      api.as(ada).call(contacts.change, { params: { id: sam.id }, body: { looksOnly } })
    await samsTab.socket.emitWithAck('typing', { peerId: ada.id, typing: true })

    await change(true)
    expect(await samsTab.send(ada, 'Too late', { clientMessageId: 'x' })).toMatchObject({
      code: 'LOOKS_ONLY',
    })
    await change(false)
    expect(await samsTab.send(ada, 'In time', { clientMessageId: 'x' })).toMatchObject({
      ok: true,
      number: 1,
    })
  })

  test('who is removed is disconnected within a second, writes nothing and leaves nothing unread', async ({
    address,
    given,
    api,
    ctx,
  }) => {
    await expectWithinASecond(async () => {
      const maya = await given.client(await given.freelancer())
      const { sam, ada, samsTab, freelancerTab } = await openWithContact(address, given, maya)
      await freelancerTab.send(maya, 'Hello')
      const readers = async () =>
        (
          await ctx.db
            .selectFrom('conversation_reader')
            .select('person_id')
            .where('client_id', '=', maya.id)
            .orderBy('person_id')
            .execute()
        ).map(({ person_id }) => person_id)
      expect(await readers()).toEqual([ada.id, maya.id, sam.id].sort())
      const acknowledged: string[] = []
      for (let n = 1; n <= 20; n++)
        void samsTab.send(ada, `M ${n}`).then(
          (reply) => reply.ok && acknowledged.push(reply.id),
          () => {},
        )

      await api.as(ada).call(contacts.remove, { params: { id: sam.id } })

      return {
        async isOver() {
          expect(samsTab.socket.connected).toBe(false)
          const { body } = await api.as(ada).call(chat.history, { params: { clientId: maya.id } })
          expect(body.map(({ number }) => number)).toEqual(body.map((_, index) => index + 1))
          expect(body.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
          await freelancerTab.send(maya, 'After')
          expect(await readers()).toEqual([ada.id, maya.id].sort())
        },
      }
    })
  })

  test('may use the same clientMessageId as another person of the client', async ({ address, given }) => {
    const maya = await given.client(await given.freelancer())
    const { ada, clientTab, samsTab } = await openWithContact(address, given, maya)

    const [hers, his] = await Promise.all([
      clientTab.send(ada, 'From Maya', { clientMessageId: 'x' }),
      samsTab.send(ada, 'From Sam', { clientMessageId: 'x' }),
    ])

    expect([hers, his].map((reply) => reply.ok && reply.number).sort()).toEqual([1, 2])
    expect(await samsTab.send(ada, 'From Sam', { clientMessageId: 'x' })).toEqual(his)
    expect(await samsTab.send(ada, 'Other', { clientMessageId: 'x' })).toMatchObject({
      code: 'MESSAGE_ID_TAKEN',
    })
  })

  test('writes at the same time as others, and every message is stored once and in one order', async ({
    address,
    given,
  }) => {
    const maya = await given.client(await given.freelancer())
    const { ada, clientTab, samsTab, freelancerTab } = await openWithContact(address, given, maya)
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

    const replies = await Promise.all([
      ...numbers.map((n) => clientTab.send(ada, `Maya ${n}`)),
      ...numbers.map((n) => samsTab.send(ada, `Sam ${n}`)),
      ...numbers.map((n) => freelancerTab.send(maya, `Ada ${n}`)),
    ])

    expect(replies.map((reply) => reply.ok && reply.number).sort((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 30 }, (_, index) => index + 1),
    )
    await freelancerTab.receives(30)
    expect(freelancerTab.received.map(({ number }) => number)).toEqual(
      samsTab.received.map(({ number }) => number),
    )
    const read = await samsTab.join(ada)
    expect(read).toMatchObject({ lastNumber: 30, unread: 10 })
  })

  test('may not write for somebody else of their client', async ({ address, given }) => {
    const maya = await given.client(await given.freelancer())
    const { sam, ada, clientTab, samsTab } = await openWithContact(address, given, maya)

    expect(await samsTab.send(ada, 'Hello', { senderId: maya.id })).toMatchObject({ code: 'NOT_YOU' })
    expect(await clientTab.send(ada, 'Hello', { senderId: sam.id })).toMatchObject({ code: 'NOT_YOU' })
  })

  test('reads in an archived conversation and writes nothing', async ({ address, given, api }) => {
    const maya = await given.client(await given.freelancer())
    const { ada, samsTab, freelancerTab } = await openWithContact(address, given, maya)
    await freelancerTab.send(maya, 'Hello')
    await api.as(ada).call(clients.update, { params: { id: maya.id }, body: { archived: true } })

    expect(await samsTab.join(ada)).toMatchObject({ ok: true, silence: 'ARCHIVED', unread: 1 })
    expect(await samsTab.send(ada, 'Hello')).toMatchObject({ code: 'ARCHIVED' })
  })
})

test('refuses of one batch only what somebody wrote who may not', async ({ given, ctx }) => {
  const maya = await given.client(await given.freelancer())
  const { workspaceId } = maya
  const [sam, lin] = [await given.contact(maya), await given.contact(maya, { looksOnly: true })]
  const from = (senderId: string, content: string) => ({
    ...{ workspaceId, clientId: maya.id, byClient: senderId !== workspaceId, senderId },
    ...{ clientMessageId: null, content, fileIds: [] },
  })

  const results = await insertMessages(
    ctx.writer,
    [from(sam.id, 'One'), from(lin.id, 'Two'), from(maya.id, 'Three'), from(workspaceId, 'Four')],
    { now: ctx.clock.now(), chatPlans: chatPlans(ctx.config) },
  )

  expect(results).toMatchObject([
    { rejection: null, number: 1, senderName: 'Sam Reed' },
    { rejection: 'LOOKS_ONLY' },
    { rejection: null, number: 2, senderName: 'Maya Whitcombe' },
    { rejection: null, number: 3, senderName: 'Ada Marsh' },
  ])
})

describe('what one person has read', () => {
  test('is unread for a colleague, and seen for the other side', async ({ address, given, api }) => {
    const maya = await given.client(await given.freelancer())
    const { sam, ada, samsTab, freelancerTab } = await openWithContact(address, given, maya)
    const unread = async (who: TestClient) => (await api.as(who).call(chat.countUnread)).body.unread
    await freelancerTab.send(maya, 'One')
    await freelancerTab.send(maya, 'Two')
    expect([await unread(maya), await unread(sam)]).toEqual([2, 2])

    expect(await see(samsTab, ada.id, 1)).toEqual({ ok: true, seen: 1, unread: 1 })

    expect([await unread(maya), await unread(sam)]).toEqual([2, 1])
    expect((await api.as(maya).call(chat.getConversation)).body).toMatchObject({ seen: 0, unread: 2 })
    expect((await api.as(sam).call(chat.getConversation)).body).toMatchObject({ seen: 1, unread: 1 })
    expect((await api.as(ada).call(chat.listConversations)).body).toMatchObject([{ peerSeen: 1 }])
  })

  test('is reported to the other side with their name, and to no colleague', async ({ address, given }) => {
    const maya = await given.client(await given.freelancer())
    const { sam, ada, clientTab, samsTab, freelancerTab } = await openWithContact(address, given, maya)
    const mayasEvents: unknown[] = []
    const adasEvents: unknown[] = []
    clientTab.socket.on('seen', (event) => mayasEvents.push(event))
    freelancerTab.socket.on('seen', (event) => adasEvents.push(event))
    await freelancerTab.send(maya, 'Hello')

    await see(samsTab, ada.id, 1)

    const bySam = { clientId: maya.id, by: 'Client', personId: sam.id, name: 'Sam Reed', number: 1 }
    await vi.waitFor(() => expect(adasEvents).toEqual([bySam]), WAIT_OPTIONS)
    await freelancerTab.send(maya, 'One more')
    await clientTab.receives(2)
    expect(mayasEvents).toEqual([])
  })

  test('does not change when a colleague writes', async ({ address, given, api }) => {
    const maya = await given.client(await given.freelancer())
    const { ada, clientTab, samsTab, freelancerTab } = await openWithContact(address, given, maya)
    await freelancerTab.send(maya, 'Hello')
    await see(clientTab, ada.id, 1)

    await samsTab.send(ada, 'From Sam')

    expect((await api.as(maya).call(chat.getConversation)).body).toMatchObject({
      ...{ lastNumber: 2, seen: 1, unread: 0, peerSeen: 0 },
    })
  })

  test('begins with what was written after they came', async ({ address, given, api }) => {
    const maya = await given.client(await given.freelancer())
    const ada = maya.freelancer
    const { freelancerTab } = await openConversation(address, maya)
    await freelancerTab.send(maya, 'Before')
    const sam = await given.contact(maya)
    const state = async () => (await api.as(sam).call(chat.getConversation)).body
    expect(await state()).toMatchObject({ lastNumber: 1, seen: 1, unread: 0 })

    await freelancerTab.send(maya, 'After')
    expect(await state()).toMatchObject({ lastNumber: 2, seen: 1, unread: 1 })
    expect((await api.as(ada).call(chat.listConversations)).body, 'nobody has seen it').toMatchObject([
      { peerSeen: 0 },
    ])
    const samsTab = await openTab(address, sam)
    expect(await see(samsTab, ada.id, 1)).toEqual({ ok: true, seen: 1, unread: 1 })
    expect(await see(samsTab, ada.id, 2)).toEqual({ ok: true, seen: 2, unread: 0 })
  })

  test('counts for somebody who came before the first message after them', async ({
    address,
    given,
    api,
  }) => {
    const maya = await given.client(await given.freelancer())
    const { freelancerTab } = await openConversation(address, maya)
    await freelancerTab.send(maya, 'Before')
    const samsTab = await openTab(address, await given.contact(maya))

    expect(await see(samsTab, maya.freelancer.id, 1)).toEqual({ ok: true, seen: 1, unread: 0 })

    expect((await api.as(maya.freelancer).call(chat.listConversations)).body).toMatchObject([{ peerSeen: 1 }])
  })

  test('stays as it is in a preview', async ({ address, given, api }) => {
    const maya = await given.client(await given.freelancer())
    const { freelancerTab } = await openConversation(address, maya)
    await freelancerTab.send(maya, 'Hello')
    const preview = await given.preview(maya)

    await api.as(preview).call(chat.clientHistory, { params: { freelancerId: maya.freelancer.id } })
    await api.as(preview).call(chat.getConversation)

    expect((await api.as(maya).call(chat.countUnread)).body.unread).toBe(1)
    expect((await api.as(maya.freelancer).call(chat.listConversations)).body).toMatchObject([{ peerSeen: 0 }])
  })
})

test('shows the freelancer who of the client has seen messages, and the client only that they were seen', async ({
  address,
  given,
}) => {
  const maya = await given.client(await given.freelancer())
  const { sam, ada, clientTab, samsTab, freelancerTab } = await openWithContact(address, given, maya)
  await freelancerTab.send(maya, 'Hello')
  await clientTab.send(ada, 'Hello')
  await see(samsTab, ada.id, 1)
  await see(freelancerTab, maya.id, 2)

  expect(await freelancerTab.join(maya)).toMatchObject({
    peerSeen: 1,
    readers: [
      { id: maya.id, name: 'Maya Whitcombe', seen: 0 },
      { id: sam.id, name: 'Sam Reed', seen: 1 },
    ],
  })
  expect(await clientTab.join(ada)).toMatchObject({ peerSeen: 2, readers: [] })
})

test('says who types', async ({ address, given }) => {
  const maya = await given.client(await given.freelancer())
  const { sam, ada, samsTab, freelancerTab } = await openWithContact(address, given, maya)
  const typing: unknown[] = []
  freelancerTab.socket.on('typing', (event) => typing.push(event))

  await samsTab.socket.emitWithAck('typing', { peerId: ada.id, typing: true })

  await vi.waitFor(
    () =>
      expect(typing).toEqual([
        {
          clientId: maya.id,
          userId: maya.id,
          userType: 'Client',
          personId: sam.id,
          name: 'Sam Reed',
          typing: true,
        },
      ]),
    WAIT_OPTIONS,
  )
})

describe('a member of the workspace', () => {
  test('writes under their own name to the clients that they see', async ({ address, given, api }) => {
    const maya = await given.client(await given.freelancer())
    const ada = maya.freelancer
    const sam = await given.member(ada, { clients: [maya] })
    const { clientTab, freelancerTab } = await openConversation(address, maya)
    const samsTab = await openTab(address, sam)
    await samsTab.join(maya)

    const sent = await samsTab.send(maya, 'From Sam', { clientMessageId: 'x' })
    await freelancerTab.send(maya, 'From Ada', { clientMessageId: 'x' })
    await clientTab.send(ada, 'To both')

    expect(sent).toMatchObject({ ok: true, number: 1, senderName: 'Sam Reed' })
    for (const tab of [clientTab, freelancerTab, samsTab]) {
      await tab.receives(3)
      expect(tab.received).toMatchObject([
        { senderId: sam.id, senderName: 'Sam Reed', receiverId: maya.id, senderType: 'Freelancer' },
        { senderId: ada.id, senderName: 'Ada Marsh', receiverId: maya.id, senderType: 'Freelancer' },
        { senderId: maya.id, receiverId: ada.id, senderType: 'Client' },
      ])
    }
    expect((await api.as(sam).call(chat.history, { params: { clientId: maya.id } })).body).toEqual(
      clientTab.received,
    )
  })

  test('reads for themselves, and gets no email about what a colleague wrote', async ({
    address,
    given,
    api,
  }) => {
    const maya = await given.client(await given.freelancer())
    const ada = maya.freelancer
    const sam = await given.member(ada, { clients: [maya] })
    const { clientTab, freelancerTab } = await openConversation(address, maya)
    await clientTab.send(ada, 'A question')
    await freelancerTab.send(maya, 'An answer')
    const unread = async (who: TestUser) => (await api.as(who).call(chat.countUnread)).body.unread

    await see(freelancerTab, maya.id, 1)

    expect([await unread(ada), await unread(sam)]).toEqual([0, 1])
    expect((await api.as(maya).call(chat.getConversation)).body).toMatchObject({ peerSeen: 1 })
    expect((await api.as(sam).call(chat.listConversations)).body).toMatchObject([
      { unread: 1, seen: 0, lastNumber: 2, lastMessage: { senderId: ada.id, senderName: 'Ada Marsh' } },
    ])
  })

  test('who does not work with the client reads, and nothing is unread for them until they do', async ({
    address,
    given,
    api,
  }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    const sam = await given.member(ada)
    const assign = (leadId: string, memberIds: string[] = []) =>
      api.as(ada).call(clients.setMembers, { params: { id: maya.id }, body: { leadId, memberIds } })
    await assign(sam.id)
    const { clientTab, freelancerTab } = await openConversation(address, maya)
    const unread = async (who: TestUser) => (await api.as(who).call(chat.countUnread)).body.unread
    await clientTab.send(ada, 'One')
    expect(await see(freelancerTab, maya.id, 1)).toEqual({ ok: true, seen: 1, unread: 0 })
    expect(await clientTab.join(ada)).toMatchObject({ peerSeen: 1 })

    await clientTab.send(ada, 'Two')
    await clientTab.send(ada, 'Three')

    expect([await unread(ada), await unread(sam)]).toEqual([0, 3])
    const { body } = await api.as(ada).call(chat.listConversations)
    expect(body).toMatchObject([{ unread: 0, seen: 3, lastNumber: 3 }])
    expect(await see(freelancerTab, maya.id, 2)).toMatchObject({ ok: true, unread: 0 })
    await assign(sam.id, [ada.id])
    expect(await unread(ada)).toBe(0)
    await clientTab.send(ada, 'Four')
    expect([await unread(ada), await unread(sam)]).toEqual([1, 4])
  })

  test('who does not work with the client any more hears nothing of it from then on', async ({
    address,
    given,
    api,
  }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    const [sam, kim] = [
      await given.member(ada, { clients: [maya] }),
      await given.member(ada, { clients: [maya], sees: 'all' }),
    ]
    const { clientTab } = await openConversation(address, maya)
    const [samsTab, kimsTab] = [await openTab(address, sam), await openTab(address, kim)]
    await Promise.all([samsTab.join(maya), kimsTab.join(maya)])

    await api
      .as(ada)
      .call(clients.setMembers, { params: { id: maya.id }, body: { leadId: ada.id, memberIds: [] } })
    const write = async () => {
      await clientTab.send(ada, 'Not for Sam')
      await kimsTab.receives(kimsTab.received.length + 1)
    }
    await vi.waitFor(async () => {
      const before = samsTab.received.length
      await write()
      expect(samsTab.received.length).toBe(before)
    }, WAIT_OPTIONS)
    const before = samsTab.received.length
    await write()
    expect(samsTab.socket.connected).toBe(true)
    expect(await samsTab.join(maya)).toMatchObject({ code: 'NO_SUCH_PEER' })
    expect(samsTab.received.length).toBe(before)
  })

  test('hears which colleague types, and not themselves', async ({ address, given }) => {
    const maya = await given.client(await given.freelancer())
    const ada = maya.freelancer
    const sam = await given.member(ada, { clients: [maya] })
    const [samsTab, adasTab, mayasTab] = [
      await openTab(address, sam),
      await openTab(address, ada),
      await openTab(address, maya),
    ]
    const heard: [string, unknown][] = []
    for (const [name, { socket }] of Object.entries({ samsTab, adasTab, mayasTab }))
      socket.on('typing', (event) => heard.push([name, event]))

    await samsTab.socket.emitWithAck('typing', { peerId: maya.id, typing: true })

    const event = {
      ...{ clientId: maya.id, userId: ada.workspaceId, userType: 'Freelancer', personId: sam.id },
      ...{ name: 'Sam Reed', typing: true },
    }
    await vi.waitFor(
      () =>
        expect(heard.toSorted(([one], [other]) => one.localeCompare(other))).toEqual([
          ['adasTab', event],
          ['mayasTab', event],
        ]),
      WAIT_OPTIONS,
    )
  })

  test('hears who types, reads or is there only of clients that they see', async ({ address, given }) => {
    const ada = await given.freelancer()
    const [maya, tom] = [await given.client(ada), await given.client(ada)]
    const [sam, lin] = [
      await given.member(ada, { clients: [maya] }),
      await given.member(ada, { role: 'admin', sees: 'all' }),
    ]
    const heard: Record<string, unknown[]> = { sam: [], lin: [] }
    for (const [name, person] of Object.entries({ sam, lin })) {
      const { socket } = await openTab(address, person)
      for (const event of ['typing', 'seen', 'presence'] as const)
        socket.on(event, (about: { userId?: string; clientId?: string }) =>
          heard[name]?.push(`${event} ${about.userId ?? about.clientId}`),
        )
    }
    const adasTab = await openTab(address, ada)
    for (const client of [tom, maya]) {
      const tab = await openTab(address, client)
      await adasTab.send(client, 'Hello')
      await see(tab, ada.id, 1)
      await tab.socket.emitWithAck('typing', { peerId: ada.id, typing: true })
    }

    const of = ({ id }: TestClient) => [`presence ${id}`, `seen ${id}`, `typing ${id}`]
    await vi.waitFor(
      () => expect(heard.lin?.toSorted()).toEqual([...of(maya), ...of(tom)].sort()),
      WAIT_OPTIONS,
    )
    await vi.waitFor(() => expect(heard.sam?.toSorted()).toEqual(of(maya)), WAIT_OPTIONS)
  })
})
