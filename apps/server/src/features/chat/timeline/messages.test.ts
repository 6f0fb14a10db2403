import { chat, clients } from '@portico/contract'
import { vi } from 'vitest'
import { type ChatTab, messageFields, openConversation, openTab } from '../../../../test/chat.ts'
import { expect } from '../../../../test/fixtures.ts'
import { test } from '../../../../test/socket.ts'
import { deleteRemovedConversations } from '../conversations/removal.service.ts'

test('delivers a message to both sides once, as it is stored', async ({ address, given, api }) => {
  const maya = await given.client(await given.freelancer())
  const ada = maya.freelancer
  const { clientTab, freelancerTab } = await openConversation(address, maya)

  const one = await freelancerTab.send(maya, '  The proof is in the files.  ')
  const two = await clientTab.send(ada, 'Lovely', { clientMessageId: 'two' })

  expect(one).toEqual({
    ok: true,
    id: expect.any(String),
    number: 1,
    files: [],
    createdAt: expect.any(String),
    clientMessageId: null,
    clientId: maya.id,
    senderName: 'Ada Marsh',
  })
  await clientTab.receives(2)
  await freelancerTab.receives(2)
  expect(freelancerTab.received).toEqual(clientTab.received)
  expect(freelancerTab.received).toEqual([
    {
      ...messageFields(ada, maya, 'The proof is in the files.'),
      ...{ id: one.ok && one.id, number: 1, files: [], clientMessageId: null, createdAt: expect.any(String) },
      ...{ clientId: maya.id, senderName: 'Ada Marsh' },
    },
    {
      ...messageFields(maya, ada, 'Lovely'),
      ...{
        id: two.ok && two.id,
        number: 2,
        files: [],
        clientMessageId: 'two',
        createdAt: expect.any(String),
      },
      ...{ clientId: maya.id, senderName: 'Maya Whitcombe' },
    },
  ])
  const { body } = await api.as(ada).call(chat.history, { params: { clientId: maya.id } })
  expect(body).toEqual(freelancerTab.received)
  for (const { id, createdAt } of body) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(Date.parse(createdAt))
  }
})

test('delivers to every tab of both sides, and to nobody else', async ({ address, given }) => {
  const maya = await given.client(await given.freelancer())
  const sibling = await given.client(maya.freelancer)
  const tabs = await Promise.all([maya, maya, maya, maya.freelancer].map((who) => openTab(address, who)))
  const [first, second, third, freelancers] = tabs as [ChatTab, ChatTab, ChatTab, ChatTab]
  for (const tab of [first, second, third]) await tab.join(maya.freelancer)
  await freelancers.join(maya)
  const others = await openTab(address, sibling)
  await others.join(maya.freelancer)

  await first.send(maya.freelancer, 'Only for Ada')
  await others.send(maya.freelancer, 'From the other one')

  for (const tab of tabs) expect(await tab.receives(1)).toEqual(['Only for Ada'])
  expect(await others.receives(1)).toEqual(['From the other one'])
})

test('keeps the order of each sender when both send at once', async ({ address, given }) => {
  const maya = await given.client(await given.freelancer())
  const { clientTab, freelancerTab } = await openConversation(address, maya)
  const numbers = Array.from({ length: 500 }, (_, n) => String(n))

  await Promise.all([
    ...numbers.map((n) => freelancerTab.send(maya, `Ada ${n}`)),
    ...numbers.map((n) => clientTab.send(maya.freelancer, `Maya ${n}`)),
  ])

  await freelancerTab.receives(1_000)
  await clientTab.receives(1_000)
  expect(freelancerTab.received).toEqual(clientTab.received)
  expect(freelancerTab.received.map(({ number }) => number)).toEqual(
    Array.from({ length: 1_000 }, (_, n) => n + 1),
  )
  for (const who of ['Ada', 'Maya'])
    expect(
      freelancerTab.received.map(({ content }) => content).filter((text) => text.startsWith(who)),
    ).toEqual(numbers.map((n) => `${who} ${n}`))
})

test('delivers any text unchanged', async ({ address, given }) => {
  const maya = await given.client(await given.freelancer())
  const { clientTab, freelancerTab } = await openConversation(address, maya)
  const texts = [
    '<img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    '👩‍👩‍👧‍👦 مرحبا 𠀋 \' " < > & \\ %',
    'line one\n\n  line two',
    'é'.repeat(10_000),
    '𠀋'.repeat(10_000),
  ]

  for (const text of texts) expect(await clientTab.send(maya.freelancer, text)).toMatchObject({ ok: true })

  expect(await freelancerTab.receives(texts.length)).toEqual(texts)
})

test('gives no number to messages that are rejected or stored already', async ({ address, given, api }) => {
  const maya = await given.client(await given.freelancer())
  const ada = maya.freelancer
  const tom = await given.client(ada)
  await given.project(tom, { status: 'Completed' })
  const { clientTab, freelancerTab } = await openConversation(address, maya)
  const { clientTab: tomsTab } = await openConversation(address, tom)
  const lone = await openConversation(
    address,
    await given.client(await given.freelancer({ plan: 'starter' })),
  )
  await freelancerTab.send(maya, 'Known', { clientMessageId: 'known' })

  const replies = await Promise.all([
    freelancerTab.send(maya, 'One'),
    tomsTab.send(ada, 'All my projects are done'),
    freelancerTab.send(maya, 'Known', { clientMessageId: 'known' }),
    freelancerTab.send(maya, 'Two', { clientMessageId: 'two' }),
    freelancerTab.send(maya, 'Not the same', { clientMessageId: 'known' }),
    lone.clientTab.send(ada, 'To somebody else’s'),
    lone.freelancerTab.send(maya, 'As somebody else’s'),
    freelancerTab.send(maya, 'Three'),
  ])

  const outcomes = replies.map((reply) => (reply.ok ? reply.number : reply.code))
  expect(outcomes).toEqual([
    ...[2, 'NO_ONGOING_PROJECT', 1, 3, 'MESSAGE_ID_TAKEN'],
    ...['NO_SUCH_PEER', 'NO_SUCH_PEER', 4],
  ])
  const history = await api.as(ada).call(chat.history, { params: { clientId: maya.id } })
  expect(history.body).toMatchObject(
    ['Known', 'One', 'Two', 'Three'].map((content, at) => ({ content, number: at + 1 })),
  )
  expect(await clientTab.receives(4)).toEqual(['Known', 'One', 'Two', 'Three'])
})

test('keeps no message of a client who is deleted while they write', async ({ address, given, ctx, api }) => {
  const ada = await given.freelancer({ plan: 'enterprise' })
  for (let trial = 0; trial < 10; trial++) {
    const maya = await given.client(ada)
    const { clientTab, freelancerTab } = await openConversation(address, maya)

    const saying = Array.from({ length: 20 }, (_, n) => [
      clientTab.socket
        .timeout(5_000)
        .emitWithAck('sendMessage', messageFields(maya, ada, `M ${n}`))
        .catch(() => null),
      freelancerTab.send(maya, `A ${n}`),
    ]).flat()
    const removed = await api.as(ada).call(clients.remove, { params: { id: maya.id } })
    const replies = await Promise.all(saying)

    expect(removed.status).toBe(204)
    for (const reply of replies)
      if (reply && !reply.ok) expect(['NO_SUCH_PEER', 'NOT_SIGNED_IN']).toContain(reply.code)
  }
  await deleteRemovedConversations(ctx)
  const left = await ctx.db
    .selectFrom('message')
    .leftJoin('client', 'client.id', 'message.client_id')
    .select('message.number')
    .where('client.id', 'is', null)
    .execute()
  expect(left).toEqual([])
})

test('does not acknowledge a message that failed to be stored, and stores it when it is sent again', async ({
  address,
  given,
  ctx,
}) => {
  const maya = await given.client(await given.freelancer())
  const { clientTab, freelancerTab } = await openConversation(address, maya)
  const say = () => clientTab.send(maya.freelancer, 'Hello', { clientMessageId: 'x' })
  // Every caller, because notifications of presence read the clock meanwhile.
  const lost = vi.spyOn(ctx.clock, 'now').mockImplementation(() => {
    throw Object.assign(new Error('gone'), { code: '57P01' })
  })

  expect(await say()).toMatchObject({ ok: false, code: 'NOT_READY' })
  lost.mockRestore()
  expect(await say()).toMatchObject({ ok: true, number: 1 })
  expect(await freelancerTab.receives(1)).toEqual(['Hello'])
})
