import { vi } from 'vitest'
import { openConversation, openTab } from '../../../../test/chat.ts'
import { expect } from '../../../../test/fixtures.ts'
import { test } from '../../../../test/socket.ts'
import { WAIT_OPTIONS } from '../../../../test/wait-options.ts'

test('shows typing in every other tab of both sides, and to nobody else', async ({ address, given }) => {
  const ada = await given.freelancer()
  const [maya, tom] = [await given.client(ada), await given.client(ada)]
  const { clientTab } = await openConversation(address, maya)
  const dashboard = await openTab(address, ada)
  const tomsTab = await openTab(address, tom)
  const received: unknown[] = []
  for (const tab of [dashboard, tomsTab, clientTab]) tab.socket.on('typing', (event) => received.push(event))

  expect(await clientTab.socket.emitWithAck('typing', { peerId: ada.id, typing: true })).toEqual({
    ok: true,
  })
  expect(await tomsTab.socket.emitWithAck('typing', { peerId: maya.id, typing: true })).toMatchObject({
    code: 'NO_SUCH_PEER',
  })

  await vi.waitFor(
    () =>
      expect(received).toEqual([
        {
          clientId: maya.id,
          userId: maya.id,
          userType: 'Client',
          personId: maya.id,
          name: 'Maya Whitcombe',
          typing: true,
        },
      ]),
    WAIT_OPTIONS,
  )
})

test('shows no typing after the message was sent', async ({ address, given }) => {
  const maya = await given.client(await given.freelancer())
  const { clientTab, freelancerTab } = await openConversation(address, maya)
  const received: string[] = []
  freelancerTab.socket.on('typing', ({ typing }) => received.push(typing ? 'typing' : 'stopped'))
  freelancerTab.socket.on('newMessage', ({ content }) => received.push(content))

  for (let n = 1; n <= 20; n++) {
    clientTab.socket.emit('typing', { peerId: maya.freelancer.id, typing: true })
    await clientTab.send(maya.freelancer, `M ${n}`)
  }

  await freelancerTab.receives(20)
  await freelancerTab.join(maya)
  expect(
    received.filter((one, at) => one === 'typing' && received[at + 1]?.startsWith('M') !== true),
  ).toEqual([])
  expect(received.at(-1)).toBe('M 20')
})
