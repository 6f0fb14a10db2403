import { vi } from 'vitest'
import { openConversation, openTab } from '../../../../test/chat.ts'
import { expect } from '../../../../test/fixtures.ts'
import { test } from '../../../../test/socket.ts'
import { WAIT_OPTIONS } from '../../../../test/wait-options.ts'

test('notifies tabs outside the room at once, and then together of all that follows', async ({
  address,
  given,
}) => {
  const maya = await given.client(await given.freelancer())
  const { clientTab, freelancerTab } = await openConversation(address, maya)
  const elsewhere = await openTab(address, maya.freelancer)

  await clientTab.send(maya.freelancer, 'First')
  await vi.waitFor(() => expect(elsewhere.staleTopics).toEqual([['conversations']]), WAIT_OPTIONS)
  for (let n = 0; n < 20; n++) await clientTab.send(maya.freelancer, `More ${n}`)
  await vi.waitFor(() => expect(elsewhere.staleTopics.length).toBeGreaterThan(1), WAIT_OPTIONS)

  expect(elsewhere.staleTopics.length).toBeLessThan(20)
  await freelancerTab.receives(21)
  expect([...freelancerTab.staleTopics, ...clientTab.staleTopics, ...elsewhere.received]).toEqual([])
})
