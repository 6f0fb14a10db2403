import { chat } from '@portico/contract'
import { openConversation, sendInTurns } from '../../../../test/chat.ts'
import { expect } from '../../../../test/fixtures.ts'
import { test } from '../../../../test/socket.ts'
import { applyPlan } from '../../billing/billing.service.ts'

test('returns to both sides what they received', async ({ address, given, api }) => {
  const maya = await given.client(await given.freelancer())
  const ada = maya.freelancer
  const both = await openConversation(address, maya)
  await sendInTurns(both, maya, 7)
  await both.freelancerTab.receives(7)

  const adasTab = await api.as(ada).call(chat.history, { params: { clientId: maya.id } })
  const mayasTab = await api.as(maya).call(chat.clientHistory, { params: { freelancerId: ada.id } })

  expect(adasTab.body).toEqual(both.freelancerTab.received)
  expect(mayasTab.body).toEqual(both.freelancerTab.received)
})

test('returns pages before or after a message, oldest first', async ({ address, given, api }) => {
  const maya = await given.client(await given.freelancer())
  const ids = await sendInTurns(await openConversation(address, maya), maya, 60)
  const read = async (querystring?: chat.HistoryQuery) => {
    const { body } = await api
      .as(maya)
      .call(chat.clientHistory, { params: { freelancerId: maya.freelancer.id }, querystring })
    return body.map(({ number }) => number)
  }
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

  expect(await read()).toEqual(range(11, 60))
  expect(await read({ limit: 3 })).toEqual([58, 59, 60])
  expect(await read({ before: ids[10] })).toEqual(range(1, 10))
  expect(await read({ before: ids[10], limit: 2 })).toEqual([9, 10])
  expect(await read({ before: ids[0] })).toEqual([])
  expect(await read({ after: ids[56] })).toEqual([58, 59, 60])
  expect(await read({ after: ids[0], limit: 3 })).toEqual([2, 3, 4])
  expect(await read({ after: ids[59] })).toEqual([])
})

test('returns 400 for the cursor of another conversation', async ({ address, given, api }) => {
  const ada = await given.freelancer()
  const [maya, tom] = [await given.client(ada), await given.client(ada)]
  const [first = ''] = await sendInTurns(await openConversation(address, tom), tom, 2)
  const [own = ''] = await sendInTurns(await openConversation(address, maya), maya, 2)
  const read = (querystring: object) =>
    api.as(ada).send(chat.history, { params: { clientId: maya.id }, querystring })

  for (const cursor of ['before', 'after']) {
    // Ids of another conversation, of a message that does not exist yet, and of one that cannot exist.
    for (const id of [first, `${own.slice(0, -8)}00000003`, `${own.slice(0, -8)}ffffffff`])
      expect(await read({ [cursor]: id })).toMatchObject({
        status: 400,
        body: { code: 'CURSOR_NOT_KNOWN' },
      })
    expect(await read({ [cursor]: maya.id })).toMatchObject({ status: 400 })
    expect(await read({ [cursor]: 'x' })).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
  }
  expect(await read({ before: first, after: first })).toMatchObject({ body: { code: 'ONE_CURSOR_ONLY' } })
  for (const limit of ['0', '201', 'x', '1.5']) expect(await read({ limit })).toMatchObject({ status: 400 })
  expect(await read({ limit: '200' })).toMatchObject({ status: 200, body: [{ id: own }, { number: 2 }] })
})

test('returns 404 to everybody but the two', async ({ given, api }) => {
  const [ada, eve] = [await given.freelancer(), await given.freelancer()]
  const [maya, tom, lin] = [await given.client(ada), await given.client(ada), await given.client(eve)]
  const unknown = '01900000-0000-7000-8000-000000000000'

  for (const clientId of [lin.id, unknown, eve.id, ada.id, 'x'])
    expect(await api.as(ada).send(chat.history, { params: { clientId } })).toMatchObject({ status: 404 })
  for (const workspaceId of [eve.id, tom.id, maya.id, lin.id, unknown])
    expect(
      await api.as(maya).send(chat.clientHistory, { params: { freelancerId: workspaceId } }),
    ).toMatchObject({
      status: 404,
      body: { code: 'FREELANCER_NOT_FOUND' },
    })
})

test('stays readable on a plan without chat', async ({ address, given, api, ctx }) => {
  const maya = await given.client(await given.freelancer())
  const both = await openConversation(address, maya)
  await sendInTurns(both, maya, 2)
  await applyPlan(ctx, maya.freelancer.id, 'free')

  expect(await both.freelancerTab.send(maya, 'No more')).toMatchObject({
    ok: false,
    code: 'CHAT_NOT_IN_PLAN',
  })
  const { body: freelancerTab } = await api
    .as(maya.freelancer)
    .call(chat.history, { params: { clientId: maya.id } })
  expect(freelancerTab.map(({ content }) => content)).toEqual(['M 1', 'M 2'])
  const workspaceId = maya.freelancer.id
  const { body: clientTab } = await api
    .as(maya)
    .call(chat.clientHistory, { params: { freelancerId: workspaceId } })
  expect(clientTab).toEqual(freelancerTab)
  expect(await both.clientTab.join(maya.freelancer)).toMatchObject({ silence: 'CHAT_NOT_AVAILABLE' })
})
