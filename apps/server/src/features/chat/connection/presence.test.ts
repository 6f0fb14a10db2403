import { vi } from 'vitest'
import { openTab } from '../../../../test/chat.ts'
import { expect } from '../../../../test/fixtures.ts'
import { test } from '../../../../test/socket.ts'
import { WAIT_OPTIONS } from '../../../../test/wait-options.ts'

test('shows a person as online until their last tab is closed, to those who may chat with them', async ({
  address,
  given,
}) => {
  const maya = await given.client(await given.freelancer())
  const ada = maya.freelancer
  const freelancerTab = await openTab(address, ada)
  const evesTab = await openTab(address, await given.freelancer())
  const presenceEvents: { userId: string; here: boolean }[] = []
  const strangersEvents: unknown[] = []
  freelancerTab.socket.on('presence', (event) => presenceEvents.push(event))
  evesTab.socket.on('presence', (event) => strangersEvents.push(event))
  expect(await freelancerTab.join(maya)).toMatchObject({ peerHere: false })

  const [first, second] = [await openTab(address, maya), await openTab(address, maya)]
  await vi.waitFor(
    () => expect(presenceEvents).toMatchObject([{ userId: maya.id, userType: 'Client', here: true }]),
    WAIT_OPTIONS,
  )
  expect(await first.join(ada)).toMatchObject({ peerHere: true })
  first.socket.close()
  expect(await freelancerTab.join(maya)).toMatchObject({ peerHere: true })
  second.socket.close()

  await vi.waitFor(() => expect(presenceEvents).toHaveLength(2), WAIT_OPTIONS)
  const left = presenceEvents[1] as { here: boolean; lastSeenAt?: string }
  expect(left).toMatchObject({ here: false, lastSeenAt: expect.any(String) })
  const state = await freelancerTab.join(maya)
  expect(state).toMatchObject({ peerHere: false })
  expect(state.ok && Date.parse(state.peerLastSeenAt ?? '')).toBeGreaterThan(
    Date.parse(left.lastSeenAt ?? '') - 10_000,
  )
  expect(strangersEvents).toEqual([])
})
