import { chat, clients, projects } from '@portico/contract'
import { openConversation, openTab } from '../../../../test/chat.ts'
import { expect } from '../../../../test/fixtures.ts'
import { test } from '../../../../test/socket.ts'
import { applyPlan } from '../../billing/billing.service.ts'

test('lists clients who wait for an answer first, then by the newest message', async ({
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
  const adasTab = await openTab(address, ada)
  await (await openTab(address, maya)).send(ada, 'A question')
  await (await openTab(address, tom)).send(ada, 'x'.repeat(300))
  await adasTab.send(priya, 'Hello')
  await adasTab.send(tom, 'An answer')

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

test('names the reason why a side may not write', async ({ given, api, ctx }) => {
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

test('drops the conversation of a deleted client', async ({ address, given, api }) => {
  const maya = await given.client(await given.freelancer())
  const { clientTab } = await openConversation(address, maya)
  await clientTab.send(maya.freelancer, 'Hello')
  await api.as(maya.freelancer).call(clients.remove, { params: { id: maya.id } })

  expect((await api.as(maya.freelancer).call(chat.countUnread)).body.unread).toBe(0)
  expect((await api.as(maya.freelancer).call(chat.listConversations)).body).toEqual([])
})
