import { chat, clients, projects } from '@portico/contract'
import { openConversation, openTab } from '../../../../test/chat.ts'
import { expect } from '../../../../test/fixtures.ts'
import type { TestClient, TestUser } from '../../../../test/given.ts'
import { test } from '../../../../test/socket.ts'
import { applyPlan } from '../../billing/billing.service.ts'

test('pages through conversations in their order, with and without messages', async ({
  address,
  given,
  api,
}) => {
  const ada = await given.freelancer({ plan: 'enterprise' })
  const people = []
  for (let n = 0; n < 5; n++) people.push(await given.client(ada))
  const adasTab = await openTab(address, ada)
  await (await openTab(address, people[1] as TestClient)).send(ada, 'A question')
  await adasTab.send(people[0] as TestClient, 'Hello')
  await adasTab.send(people[2] as TestClient, 'Hello')
  const list = async (person: TestUser, querystring: { limit?: number; cursor?: string | undefined }) => {
    const { body, headers } = await api.as(person).call(chat.listConversations, { querystring })
    const [, next] = /cursor=([\w-]+).*>; rel="next"/.exec(String(headers.link)) ?? []
    return { ids: body.map(({ client }) => client.id), next }
  }
  const all = await list(ada, {})

  const read: string[] = []
  let cursor: string | undefined
  do {
    const { ids, next } = await list(ada, { limit: 2, cursor })
    read.push(...ids)
    cursor = next
  } while (cursor)

  expect(all).toMatchObject({ next: undefined })
  expect(read).toEqual(all.ids)
  expect(read).toHaveLength(5)
  expect(await list(await given.freelancer(), { cursor: all.ids[0] })).toMatchObject({ ids: [] })
})

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

test('shows both sides who may write, and until when', async ({ address, given, api, ctx, clock }) => {
  const maya = await given.client(await given.freelancer())
  const ada = maya.freelancer
  const { id } = await given.project(maya)
  const { freelancerTab } = await openConversation(address, maya)
  const states = async () => [
    (await api.as(ada).call(chat.listConversations)).body[0],
    (await api.as(maya).call(chat.getConversation)).body,
  ]
  const complete = () => api.as(ada).call(projects.update, { params: { id }, body: { status: 'Completed' } })
  const open = { silence: null, peerSilence: null, clientMayWriteUntil: null }

  expect(await states()).toMatchObject([open, open])
  await complete()
  expect(await states()).toMatchObject([
    { ...open, peerSilence: 'NO_ONGOING_PROJECT' },
    { ...open, silence: 'NO_ONGOING_PROJECT' },
  ])

  const sent = await freelancerTab.send(maya, 'How is the new menu?')
  const until = new Date(sentAt(sent) + chat.ANSWER_DAYS * 86_400_000).toISOString()
  expect(await states()).toMatchObject([
    { ...open, clientMayWriteUntil: until },
    { ...open, clientMayWriteUntil: until },
  ])
  clock.forward({ days: 29 })
  expect(await states()).toMatchObject([{ peerSilence: null }, { silence: null }])
  clock.forward({ days: 2 })
  expect(await states()).toMatchObject([
    { ...open, peerSilence: 'NO_ONGOING_PROJECT' },
    { ...open, silence: 'NO_ONGOING_PROJECT' },
  ])

  await freelancerTab.send(maya, 'And the sign?')
  await given.project(maya)
  expect(await states()).toMatchObject([open, open])
  await applyPlan(ctx, ada.id, 'starter')
  expect(await states()).toMatchObject([
    { silence: 'CHAT_NOT_IN_PLAN', peerSilence: 'CHAT_NOT_AVAILABLE', clientMayWriteUntil: null },
    { silence: 'CHAT_NOT_AVAILABLE', peerSilence: 'CHAT_NOT_AVAILABLE', clientMayWriteUntil: null },
  ])
})

function sentAt(reply: chat.Acknowledgement<'sendMessage'>) {
  if (!reply.ok) throw new Error(reply.code)
  return Date.parse(reply.createdAt)
}

test('drops the conversation of a deleted client', async ({ address, given, api }) => {
  const maya = await given.client(await given.freelancer())
  const { clientTab } = await openConversation(address, maya)
  await clientTab.send(maya.freelancer, 'Hello')
  await api.as(maya.freelancer).call(clients.remove, { params: { id: maya.id } })

  expect((await api.as(maya.freelancer).call(chat.countUnread)).body.unread).toBe(0)
  expect((await api.as(maya.freelancer).call(chat.listConversations)).body).toEqual([])
})
