import { clients } from '@portico/contract'
import { expect, test, tokenFromUrl } from '../../../test/fixtures.ts'
import { issueMailedLink } from './links.service.ts'

test('a client sees how each of their links came into the world, and ends one or all', async ({
  api,
  ctx,
  given,
}) => {
  const ada = await given.freelancer()
  const [maya, tom] = [await given.client(ada), await given.client(ada)]
  const mailed = (await issueMailedLink(ctx, maya)) ?? ''
  const enter = (loginUrl: string) =>
    api.as(null).call(clients.enter, { querystring: { token: tokenFromUrl(loginUrl) } })
  const list = async () => (await api.as(maya).call(clients.myLinks)).body
  const links = await list()
  expect(links).toMatchObject([
    { origin: 'mailed', lastOpenedAt: null },
    { origin: 'handed_out', lastOpenedAt: expect.any(String) },
  ])
  const params = { id: links[1]?.id ?? '' }

  expect((await api.as(tom).call(clients.endMyLink, { params })).status).toBe(404)
  expect((await api.as(maya).call(clients.endMyLink, { params })).status).toBe(204)

  expect((await api.as(maya).call(clients.endMyLink, { params })).status).toBe(404)
  expect((await enter(maya.loginUrl)).status).toBe(401)
  expect((await enter(mailed)).status).toBe(200)
  await api.as(maya).call(clients.endMyLinks)
  expect(await list()).toEqual([])
  expect((await enter(mailed)).status).toBe(401)
  expect((await enter(tom.loginUrl)).status).toBe(200)
})

test('a client ends their links also while they are archived', async ({ api, given }) => {
  const ada = await given.freelancer()
  const maya = await given.client(ada)
  await api.as(ada).call(clients.update, { params: { id: maya.id }, body: { archived: true } })

  const [link] = (await api.as(maya).call(clients.myLinks)).body
  expect((await api.as(maya).call(clients.endMyLink, { params: { id: link?.id ?? '' } })).status).toBe(204)
  expect((await api.as(maya).call(clients.myLinks)).body).toEqual([])
})
