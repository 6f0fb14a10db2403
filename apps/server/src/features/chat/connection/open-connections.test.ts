import { clients, type Topic } from '@portico/contract'
import { describe, vi } from 'vitest'
import { type ChatTab, openConversation, openTab } from '../../../../test/chat.ts'
import { expect } from '../../../../test/fixtures.ts'
import { handshakeErrorOf, openSocket, test } from '../../../../test/socket.ts'
import { WAIT_OPTIONS } from '../../../../test/wait-options.ts'
import { endSession } from '../../accounts/ended-sessions.service.ts'
import { applyPlan } from '../../billing/billing.service.ts'

describe('a change of plan', () => {
  test('applies to open connections at once and notifies both sides', async ({ address, given, ctx }) => {
    const maya = await given.client(await given.freelancer())
    const ada = maya.freelancer
    const { clientTab, freelancerTab } = await openConversation(address, maya)
    const stranger = await openTab(address, await given.freelancer({ plan: 'free' }))
    const topicsOf = new Map<ChatTab, Topic[]>()
    for (const tab of [clientTab, freelancerTab, stranger]) {
      topicsOf.set(tab, [])
      tab.socket.on('changed', (topics) => topicsOf.get(tab)?.push(...topics))
    }
    const change = (plan: 'pro' | 'starter') => applyPlan(ctx, ada.id, plan)

    await change('starter')
    for (const [tab, peer, code] of [
      [clientTab, ada, 'CHAT_NOT_AVAILABLE'],
      [freelancerTab, maya, 'CHAT_NOT_IN_PLAN'],
    ] as const) {
      expect(await tab.send(peer, 'Too late')).toMatchObject({ ok: false, code })
      await vi.waitFor(() => expect(topicsOf.get(tab)).toContain('conversations'), WAIT_OPTIONS)
      expect(await tab.join(peer)).toMatchObject({ ok: true, silence: code })
    }
    await change('pro')

    expect(await clientTab.send(ada, 'There again')).toMatchObject({ ok: true })
    expect(await freelancerTab.receives(1)).toEqual(['There again'])
    expect(topicsOf.get(stranger)).toEqual([])
  })

  test('keeps chat while a payment is late', async ({ address, given, ctx }) => {
    const maya = await given.client(await given.freelancer())
    const { clientTab, freelancerTab } = await openConversation(address, maya)
    const be = (values: { plan?: 'free'; subscription_status: string }) =>
      ctx.db.updateTable('workspace').set(values).where('id', '=', maya.freelancer.id).execute()

    await be({ subscription_status: 'past_due' })
    expect(await clientTab.send(maya.freelancer, 'Within the grace')).toMatchObject({ ok: true })
    await be({ plan: 'free', subscription_status: 'active' })
    expect(await freelancerTab.send(maya, 'After it')).toMatchObject({ ok: false, code: 'CHAT_NOT_IN_PLAN' })
  })
})

describe('the end of a session', () => {
  test('closes its connections and refuses its token', async ({ address, given, ctx, api }) => {
    const ada = await given.freelancer()
    const [maya, tom] = [await given.client(ada), await given.client(ada)]
    const mayasTab = await openTab(address, maya)
    const tomsTab = await openTab(address, tom)
    const adasTab = await openTab(address, ada)

    await api.as(ada).call(clients.remove, { params: { id: maya.id } })
    await mayasTab.disconnected
    await endSession(ctx, tom)
    await tomsTab.disconnected

    for (const { token } of [maya, tom])
      for (const auth of [{ token }, { token, pid: 'recover', offset: '0' }])
        expect(await handshakeErrorOf(openSocket(address, auth))).toMatchObject({ code: 'NOT_SIGNED_IN' })
    expect(adasTab.socket.connected).toBe(true)
  })

  test('refuses messages on a connection that is still open', async ({ address, given, ctx }) => {
    const maya = await given.client(await given.freelancer())
    const { clientTab, freelancerTab } = await openConversation(address, maya)
    const ended = vi.spyOn(ctx.sessionCache, 'find').mockReturnValue(null)

    expect(await clientTab.send(maya.freelancer, 'From beyond').catch(() => null)).not.toMatchObject({
      ok: true,
    })
    ended.mockRestore()
    await clientTab.disconnected
    await freelancerTab.send(maya, 'Only me')

    expect(await freelancerTab.receives(1)).toEqual(['Only me'])
  })
})
