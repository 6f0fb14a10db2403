import { type ChatTab, openConversation, openTab } from '../../../../test/chat.ts'
import { expect } from '../../../../test/fixtures.ts'
import { test } from '../../../../test/socket.ts'
import { applyPlan } from '../../billing/billing.service.ts'

test('stores and announces a message once, however often it is sent', async ({ address, given, clock }) => {
  const maya = await given.client(await given.freelancer())
  const { clientTab, freelancerTab } = await openConversation(address, maya)
  const again = (tab: ChatTab) => tab.send(maya.freelancer, 'Once', { clientMessageId: 'the-one' })

  const atOnce = await Promise.all([1, 2, 3, 4, 5].map(() => again(clientTab)))
  clientTab.socket.disconnect()
  const later = await openTab(address, maya)
  clock.forward({ seconds: 60 })
  const last = await again(later)

  for (const reply of [...atOnce, last]) expect(reply).toEqual(atOnce[0])
  await freelancerTab.send(maya, 'And another')
  expect(await freelancerTab.receives(2)).toEqual(['Once', 'And another'])
})

test('acknowledges a stored message even when the plan no longer has chat', async ({
  address,
  given,
  ctx,
}) => {
  const maya = await given.client(await given.freelancer())
  const { clientTab } = await openConversation(address, maya)
  const send = () => clientTab.send(maya.freelancer, 'Said in time', { clientMessageId: 'in time' })
  const first = await send()
  await applyPlan(ctx, maya.freelancer.id, 'free')

  expect(await send()).toEqual(first)
})

test('refuses the clientMessageId of another message', async ({ address, given }) => {
  const ada = await given.freelancer()
  const [maya, tom] = [await given.client(ada), await given.client(ada)]
  const { freelancerTab } = await openConversation(address, maya)
  const name = { clientMessageId: 'reused' }
  await freelancerTab.send(maya, 'One thing', name)

  expect(await freelancerTab.send(maya, 'Another thing', name)).toMatchObject({ code: 'MESSAGE_ID_TAKEN' })
  expect(await freelancerTab.send(tom, 'One thing', name)).toMatchObject({ code: 'MESSAGE_ID_TAKEN' })
})

test('allows both sides the same clientMessageId', async ({ address, given }) => {
  const maya = await given.client(await given.freelancer())
  const { clientTab, freelancerTab } = await openConversation(address, maya)

  await freelancerTab.send(maya, 'Mine', { clientMessageId: '1' })
  await clientTab.send(maya.freelancer, 'Mine', { clientMessageId: '1' })

  expect(await freelancerTab.receives(2)).toEqual(['Mine', 'Mine'])
})
