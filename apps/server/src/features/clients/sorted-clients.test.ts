import { clients, projects } from '@portico/contract'
import { type Api, expect, test } from '../../../test/fixtures.ts'
import type { TestUser } from '../../../test/given.ts'
import { createMessageSender } from '../chat/timeline/messages.service.ts'

async function list(api: Api, user: TestUser, querystring: Parameters<typeof byPages>[2]) {
  return (await byPages(api, user, querystring)).map(({ firstName }) => firstName)
}

async function byPages(
  api: Api,
  user: TestUser,
  querystring: { sort?: clients.ClientOrder; archived?: boolean; limit?: number },
) {
  const all: clients.ListedClient[] = []
  let cursor: string | undefined
  do {
    const page = await api
      .as(user)
      .call(clients.list, { querystring: { ...querystring, ...(cursor && { cursor }) } })
    all.push(...page.body.clients)
    cursor = /cursor=([^&>]+)/.exec(String(page.headers.link))?.[1]
  } while (cursor)
  return all
}

test('sorts clients by name and by what happened last, page by page', async ({ api, given, ctx, clock }) => {
  clock.set('2098-12-31T09:00:00Z')
  const ada = await given.freelancer({ plan: 'enterprise' })
  const named = async (firstName: string) =>
    given.client(ada, { firstName, lastName: 'X', email: `${firstName}@example.com` })
  const [bo, eve, ann] = [await named('Bo'), await named('Éve'), await named('ann')]
  await named('Zoe')
  const menu = await given.project(bo)
  clock.set('2099-01-01T09:00:00Z')
  await given.feedback(bo, menu)
  clock.set('2099-01-02T09:00:00Z')
  await createMessageSender(ctx)(eve, {
    content: 'Hello',
    senderId: eve.id,
    senderType: 'Client',
    receiverId: ada.id,
    receiverType: 'Freelancer',
  })
  clock.set('2099-01-03T09:00:00Z')
  const binned = await given.project(ann)
  clock.set('2099-01-04T09:00:00Z')
  const site = await given.project(bo)
  await given.requests(ada, site, ['Logo'])
  clock.set('2099-01-05T09:00:00Z')
  await api.as(ada).call(projects.remove, { params: { id: binned.id } })

  for (const limit of [1, 3, 200]) {
    expect(await list(api, ada, { sort: 'name', limit })).toEqual(['ann', 'Bo', 'Éve', 'Zoe'])
    expect(await list(api, ada, { sort: 'activity', limit })).toEqual(['Bo', 'Éve', 'Zoe', 'ann'])
  }
  const [first, second] = await byPages(api, ada, { sort: 'activity' })
  expect(first).toMatchObject({
    lastActivityAt: expect.stringMatching(/^2099-01-04T09:00:/),
    waiting: { freelancer: 1, client: 1, messages: 0 },
  })
  expect(second).toMatchObject({ waiting: { freelancer: 0, client: 0, messages: 1 } })
})

test('without an order the answer has no further fields, and a stranger’s cursor lists nobody', async ({
  api,
  given,
}) => {
  const ada = await given.freelancer()
  await given.client(ada)
  const stranger = await given.client(await given.freelancer())

  const [maya] = await byPages(api, ada, {})
  expect(maya).not.toHaveProperty('waiting')
  const { body } = await api
    .as(ada)
    .call(clients.list, { querystring: { sort: 'name', cursor: stranger.id } })
  expect(body.clients).toEqual([])
})

test('sorts archived clients too', async ({ api, given }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  await given.project(maya)
  await api.as(ada).call(clients.update, { params: { id: maya.id }, body: { archived: true } })

  expect(await list(api, ada, { sort: 'activity' })).toEqual([])
  expect(await byPages(api, ada, { sort: 'activity', archived: true })).toMatchObject([
    { firstName: 'Maya', waiting: { freelancer: 0, client: 0 } },
  ])
})
