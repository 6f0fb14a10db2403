import { chat } from '@portico/contract'
import { vi } from 'vitest'
import { type ChatTab, openConversation, openTab, sendInTurns } from '../../../../test/chat.ts'
import { expect } from '../../../../test/fixtures.ts'
import { test } from '../../../../test/socket.ts'
import { WAIT_OPTIONS } from '../../../../test/wait-options.ts'

test('counts the same unread messages in the list, the conversation and the total', async ({
  address,
  given,
  api,
}) => {
  const maya = await given.client(await given.freelancer())
  const ada = maya.freelancer
  const { clientTab, freelancerTab } = await openConversation(address, maya)
  const unread = async () => ({
    ada: (await api.as(ada).call(chat.countUnread)).body.unread,
    listed: (await api.as(ada).call(chat.listConversations)).body[0]?.unread,
    maya: (await api.as(maya).call(chat.countUnread)).body.unread,
    hers: (await api.as(maya).call(chat.getConversation)).body.unread,
  })
  await sendInTurns({ clientTab, freelancerTab }, maya, 7)
  expect(await unread()).toEqual({ ada: 4, listed: 4, maya: 3, hers: 3 })

  const see = (who: ChatTab, peerId: string, number: number) =>
    who.socket.emitWithAck('markSeen', { peerId, number })
  expect(await see(freelancerTab, maya.id, 4)).toEqual({ ok: true, seen: 4, unread: 2 })
  expect(await see(clientTab, ada.id, 7)).toEqual({ ok: true, seen: 7, unread: 0 })
  expect(await unread()).toEqual({ ada: 2, listed: 2, maya: 0, hers: 0 })

  expect(await see(freelancerTab, maya.id, 2), 'sight does not go back').toEqual({
    ok: true,
    seen: 4,
    unread: 2,
  })
  expect(await see(freelancerTab, maya.id, 99), 'nor beyond the end').toEqual({
    ok: true,
    seen: 4,
    unread: 2,
  })
  await freelancerTab.send(maya, 'One more')
  expect(await unread()).toEqual({ ada: 2, listed: 2, maya: 1, hers: 1 })
})

test('notifies both sides and the other tabs of what was seen', async ({ address, given }) => {
  const maya = await given.client(await given.freelancer())
  const ada = maya.freelancer
  const { clientTab, freelancerTab } = await openConversation(address, maya)
  const dashboard = await openTab(address, ada)
  const seenEvents: unknown[] = []
  for (const tab of [clientTab, freelancerTab, dashboard])
    tab.socket.on('seen', (event) => seenEvents.push(event))
  await clientTab.send(ada, 'Hello')
  await vi.waitFor(() => expect(dashboard.staleTopics).toEqual([['conversations']]), WAIT_OPTIONS)

  await freelancerTab.socket.emitWithAck('markSeen', { peerId: maya.id, number: 1 })

  await vi.waitFor(() => expect(seenEvents).toHaveLength(3), WAIT_OPTIONS)
  expect(seenEvents[0]).toEqual({
    clientId: maya.id,
    by: 'Freelancer',
    personId: ada.id,
    name: 'Ada Marsh',
    number: 1,
  })
  await vi.waitFor(() => expect(dashboard.staleTopics).toHaveLength(2), WAIT_OPTIONS)
  expect(freelancerTab.staleTopics, 'tabs in the room receive the message itself').toEqual([])
})

test('lets nobody else mark messages as seen', async ({ address, given, api }) => {
  const ada = await given.freelancer()
  const [maya, tom] = [await given.client(ada), await given.client(ada)]
  const { clientTab } = await openConversation(address, maya)
  await clientTab.send(ada, 'Hello')
  const evesTab = await openTab(address, await given.freelancer())
  const tomsTab = await openTab(address, tom)

  for (const tab of [evesTab, tomsTab])
    expect(await tab.socket.emitWithAck('markSeen', { peerId: maya.id, number: 1 })).toMatchObject({
      code: 'NO_SUCH_PEER',
    })
  expect((await api.as(ada).call(chat.countUnread)).body.unread).toBe(1)
})
