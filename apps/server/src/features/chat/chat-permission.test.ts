import { clients, projects } from '@portico/contract'
import { openConversation } from '../../../test/chat.ts'
import { daysFromNow, expect } from '../../../test/fixtures.ts'
import { test } from '../../../test/socket.ts'
import { applyPlan } from '../billing/billing.service.ts'

test('refuses to join or write in the conversation of others', async ({ address, given }) => {
  const [ada, eve] = [await given.freelancer(), await given.freelancer()]
  const [maya, tom, lin] = [await given.client(ada), await given.client(ada), await given.client(eve)]
  const { clientTab: mayasTab } = await openConversation(address, maya)
  const { clientTab: tomsTab, freelancerTab: adasTab } = await openConversation(address, tom)
  const before = mayasTab.received.length
  const join = (userId: string, peerId: string) => mayasTab.socket.emitWithAck('joinRoom', { userId, peerId })

  for (const [userId, peerId, code] of [
    [tom.id, ada.id, 'NOT_YOU'],
    [ada.id, maya.id, 'NOT_YOU'],
    [eve.id, lin.id, 'NOT_YOU'],
    [maya.id, eve.id, 'NO_SUCH_PEER'],
    [maya.id, tom.id, 'NO_SUCH_PEER'],
    [maya.id, maya.id, 'NO_SUCH_PEER'],
  ] as const)
    expect(await join(userId, peerId)).toMatchObject({ ok: false, code })
  expect(await mayasTab.send(eve, 'psst')).toMatchObject({ code: 'NO_SUCH_PEER' })
  expect(await mayasTab.send(tom, 'psst', { receiverType: 'Freelancer' })).toMatchObject({
    code: 'NO_SUCH_PEER',
  })
  await adasTab.send(tom, 'For Tom alone')

  await tomsTab.receives(1)
  expect(mayasTab.errors).toHaveLength(8)
  expect(mayasTab.received).toHaveLength(before)
})

test('refuses to send in the name of another', async ({ address, given }) => {
  const maya = await given.client(await given.freelancer())
  const ada = maya.freelancer
  const { clientTab, freelancerTab } = await openConversation(address, maya)

  for (const claim of [
    { senderId: ada.id, senderType: 'Freelancer', receiverId: maya.id, receiverType: 'Client' },
    { senderId: ada.id },
    { senderType: 'Freelancer' },
    { receiverType: 'Client' },
  ])
    expect(await clientTab.send(ada, 'I am Ada', claim)).toMatchObject({ ok: false, code: 'NOT_YOU' })

  await freelancerTab.send(maya, 'No')
  expect(await freelancerTab.receives(1)).toEqual(['No'])
})

test('refuses messages on a plan without chat', async ({ address, given }) => {
  for (const plan of ['free', 'starter'] as const) {
    const maya = await given.client(await given.freelancer({ plan }))
    const { clientTab, freelancerTab } = await openConversation(address, maya)

    expect(await freelancerTab.send(maya, 'Hello')).toEqual({
      ok: false,
      code: 'CHAT_NOT_IN_PLAN',
      message: 'Live chat is part of the Pro and Enterprise plans.',
    })
    expect(await clientTab.send(maya.freelancer, 'Hello')).toEqual({
      ok: false,
      code: 'CHAT_NOT_AVAILABLE',
      message: 'Chat is not available just now.',
    })
  }
  const lin = await given.client(await given.freelancer({ plan: 'enterprise' }))
  const { clientTab } = await openConversation(address, lin)
  expect(await clientTab.send(lin.freelancer, 'Hello')).toMatchObject({ ok: true })
})

test('lets a client write while they have an ongoing project, or none yet', async ({
  address,
  given,
  api,
}) => {
  const maya = await given.client(await given.freelancer())
  const { clientTab, freelancerTab } = await openConversation(address, maya)
  const say = () => clientTab.send(maya.freelancer, 'One more thing')
  const move = (id: string, status: projects.ProjectStatus) =>
    api.as(maya.freelancer).call(projects.update, { params: { id }, body: { status } })

  expect(await say(), 'while there is no project').toMatchObject({ ok: true })
  const [menu, sign] = [await given.project(maya), await given.project(maya, { dueDate: daysFromNow(-1) })]
  await move(menu.id, 'Completed')
  expect(await say(), 'while one goes on').toMatchObject({ ok: true })
  await move(sign.id, 'Completed')
  expect(await say(), 'when all are done').toEqual(noOngoingProject)
  await move(menu.id, 'In Progress')
  expect(await say(), 'when one begins again').toMatchObject({ ok: true })
  await move(menu.id, 'Completed')
  expect(await freelancerTab.send(maya, 'I may always')).toMatchObject({ ok: true })
  expect(await say(), 'to answer').toMatchObject({ ok: true })
})

test('lets a client answer for 30 days after the freelancer’s last message', async ({
  address,
  given,
  clock,
}) => {
  const maya = await given.client(await given.freelancer())
  await given.project(maya, { status: 'Completed' })
  const tom = await given.client(maya.freelancer)
  await given.project(tom, { status: 'Completed' })
  const { clientTab, freelancerTab } = await openConversation(address, maya)
  const { clientTab: tomsTab } = await openConversation(address, tom)
  const answer = () => clientTab.send(maya.freelancer, 'Thank you')
  expect(await answer(), 'before the first message').toEqual(noOngoingProject)
  // In the past, so that today the sessions of this test have not expired.
  clock.forward({ days: -31 })
  await freelancerTab.send(maya, 'How is the new menu?')

  clock.forward({ days: 29 })
  expect(await answer(), 'on day 29').toMatchObject({ ok: true })
  clock.forward({ days: 2 })
  expect(await answer(), 'on day 31: an answer does not extend the time').toEqual(noOngoingProject)
  await freelancerTab.send(maya, 'And the sign?')
  expect(await answer(), 'after another message').toMatchObject({ ok: true })
  expect(await tomsTab.send(maya.freelancer, 'And I?'), 'another client').toEqual(noOngoingProject)
})

test('lets nobody answer in an archived conversation or on a plan without chat', async ({
  address,
  given,
  api,
  ctx,
}) => {
  const maya = await given.client(await given.freelancer())
  await given.project(maya, { status: 'Completed' })
  const { clientTab, freelancerTab } = await openConversation(address, maya)
  await freelancerTab.send(maya, 'Hello')
  const answer = () => clientTab.send(maya.freelancer, 'Hello')
  const archive = (archived: boolean) =>
    api.as(maya.freelancer).call(clients.update, { params: { id: maya.id }, body: { archived } })

  await archive(true)
  expect(await answer()).toMatchObject({ ok: false, code: 'ARCHIVED' })
  await archive(false)
  expect(await answer()).toMatchObject({ ok: true })
  await applyPlan(ctx, maya.freelancer.id, 'free')
  expect(await answer()).toMatchObject({ ok: false, code: 'CHAT_NOT_AVAILABLE' })
})

const noOngoingProject = {
  ok: false,
  code: 'NO_ONGOING_PROJECT',
  message: 'Chat support is available only for ongoing projects.',
}
