import { accounts, clients, portals, projects } from '@portico/contract'
import { describe } from 'vitest'
import { type Api, test as base, expect, tokenFromUrl } from '../../../test/fixtures.ts'
import type { TestClient } from '../../../test/given.ts'
import { resetAccess } from '../clients/access.service.ts'
import { enterByLink } from '../clients/links.service.ts'

/** Maya is a client of Ada's and of Eve's, and Tom a client of Ada's. */
const test = base
  .extend('ada', ({ given }) => given.freelancer({ name: 'Ada Marsh' }))
  .extend('eve', ({ given }) => given.freelancer({ name: 'Eve Stone' }))
  .extend('maya', ({ given, ada }) => given.client(ada))
  .extend('mayaOfEve', ({ given, eve }) => given.client(eve))
  .extend('tom', ({ given, ada }) => given.client(ada))

/** The person with another of their tokens. */
const withToken = (person: TestClient, token: string): TestClient => ({ ...person, token })

/** Adds a portal to the browser that has the first one, as its page does. */
async function add(api: Api, before: TestClient, added: TestClient) {
  const reply = await api.as(before).call(portals.join, { body: { token: added.token } })
  expect(reply.status).toBe(200)
  return withToken(added, reply.body.token)
}

const namesOf = async (api: Api, person: TestClient) =>
  (await api.as(person).call(portals.list)).body.portals.map(({ freelancer }) => freelancer.name)

async function enter(api: Api, person: TestClient, { id: clientId }: { id: string }) {
  return api.as(person).call(portals.enter, { params: { clientId } })
}

test('a client of two freelancers has both portals beside each other', async ({ api, maya, mayaOfEve }) => {
  const here = await add(api, maya, mayaOfEve)

  const { body } = await api.as(here).call(portals.list)

  expect(body.portals).toEqual([
    expect.objectContaining({ clientId: maya.id, current: false }),
    {
      clientId: mayaOfEve.id,
      firstName: mayaOfEve.firstName,
      lastName: mayaOfEve.lastName,
      archivedAt: null,
      freelancer: { name: 'Eve Stone', email: mayaOfEve.freelancer.email, role: 'Freelancer' },
      current: true,
    },
  ])
})

test('a token for another portal reads that portal, and leads back', async ({
  api,
  given,
  maya,
  mayaOfEve,
}) => {
  const [{ id: menu }, { id: logo }] = [await given.project(maya), await given.project(mayaOfEve)]
  const here = await add(api, maya, mayaOfEve)
  const seen = async (person: TestClient) =>
    (await api.as(person).call(projects.listForClient, {})).body.map(({ id }) => id)
  expect(await seen(here)).toEqual([logo])

  const there = withToken(maya, (await enter(api, here, maya)).body.token)

  expect(await seen(there)).toEqual([menu])
  expect(await namesOf(api, there)).toEqual(['Ada Marsh', 'Eve Stone'])
  expect(await seen(withToken(mayaOfEve, (await enter(api, there, mayaOfEve)).body.token))).toEqual([logo])
})

test('a third portal keeps the first two', async ({ api, given, maya, mayaOfEve }) => {
  const third = await given.client(await given.freelancer({ name: 'Ida Berg' }))
  const two = await add(api, maya, mayaOfEve)

  const three = await add(api, two, third)

  expect(await namesOf(api, three)).toEqual(['Ada Marsh', 'Eve Stone', 'Ida Berg'])
  expect((await enter(api, three, maya)).status).toBe(200)
})

test('a join that is repeated because no answer came changes nothing more', async ({
  api,
  given,
  maya,
  mayaOfEve,
}) => {
  const third = await given.client(await given.freelancer({ name: 'Ida Berg' }))
  const two = await add(api, maya, mayaOfEve)
  await add(api, two, third)

  const again = await add(api, two, third)

  expect(await namesOf(api, again)).toEqual(['Ada Marsh', 'Eve Stone', 'Ida Berg'])
})

test('a further link of the same client keeps one portal of theirs and the others', async ({
  api,
  ctx,
  maya,
  mayaOfEve,
}) => {
  const here = await add(api, maya, mayaOfEve)
  const { token } = await enterByLink(ctx, tokenFromUrl(maya.loginUrl))

  const again = await add(api, here, withToken(maya, token))

  expect(await namesOf(api, again)).toEqual(['Eve Stone', 'Ada Marsh'])
  // As before, the older session lives until its own end.
  expect((await api.as(maya).call(portals.list)).body.portals).toHaveLength(1)
})

describe('a portal leaves the list', () => {
  test('by logging out of it, and the others stay', async ({ api, maya, mayaOfEve }) => {
    const here = await add(api, maya, mayaOfEve)
    const there = withToken(maya, (await enter(api, here, maya)).body.token)

    await api.as(here).call(accounts.logout)

    expect(await namesOf(api, there)).toEqual(['Ada Marsh'])
    expect((await enter(api, there, mayaOfEve)).body).toMatchObject({ code: 'PORTAL_NOT_FOUND' })
  })

  test('by a reset of access', async ({ api, ctx, maya, mayaOfEve }) => {
    const here = await add(api, maya, mayaOfEve)

    await resetAccess(ctx, maya.freelancer, maya.id)

    expect(await namesOf(api, here)).toEqual(['Eve Stone'])
    expect((await enter(api, here, maya)).status).toBe(404)
  })

  test('when its session expires', async ({ api, ctx, maya, mayaOfEve }) => {
    const here = await add(api, maya, mayaOfEve)
    const before = new Date(ctx.clock.now().getTime() - 1).toISOString()
    await ctx.db.updateTable('session').set({ expires_at: before }).where('id', '=', maya.sessionId).execute()

    expect(await namesOf(api, here)).toEqual(['Eve Stone'])
    expect((await enter(api, here, maya)).status).toBe(404)
  })

  test('when its client is deleted', async ({ api, maya, mayaOfEve }) => {
    const here = await add(api, maya, mayaOfEve)

    await api.as(maya.freelancer).call(clients.remove, { params: { id: maya.id } })

    expect(await namesOf(api, here)).toEqual(['Eve Stone'])
  })
})

test('an archived portal stays and says so', async ({ api, maya, mayaOfEve }) => {
  const here = await add(api, maya, mayaOfEve)

  await api.as(maya.freelancer).call(clients.update, { params: { id: maya.id }, body: { archived: true } })

  const [first] = (await api.as(here).call(portals.list)).body.portals
  expect(first?.archivedAt).toEqual(expect.any(String))
  expect((await enter(api, here, maya)).status).toBe(200)
})

test('logging out of all ends the sessions of this browser and of no other', async ({
  api,
  ctx,
  maya,
  mayaOfEve,
}) => {
  const elsewhere = withToken(maya, (await enterByLink(ctx, tokenFromUrl(maya.loginUrl))).token)
  const here = await add(api, maya, mayaOfEve)

  expect((await api.as(here).call(portals.leaveAll)).status).toBe(204)

  for (const person of [maya, mayaOfEve, here])
    expect((await api.as(person).call(portals.list)).status).toBe(401)
  expect((await api.as(elsewhere).call(portals.list)).status).toBe(200)
})

describe('nobody reaches a portal that was not added to their own browser', () => {
  test('with a token that was copied from the browser before', async ({ api, given, maya, mayaOfEve }) => {
    const third = await given.client(await given.freelancer({ name: 'Ida Berg' }))
    const copied = maya
    const two = await add(api, maya, mayaOfEve)
    expect(await namesOf(api, copied)).toEqual(['Ada Marsh'])
    expect((await enter(api, copied, mayaOfEve)).status).toBe(404)

    await add(api, two, third)

    expect(await namesOf(api, two)).toEqual(['Eve Stone'])
    for (const portal of [maya, third]) expect((await enter(api, two, portal)).status).toBe(404)
  })

  test('with another session of the same client, as a freelancer’s own use of a link makes one', async ({
    api,
    ctx,
    maya,
    mayaOfEve,
  }) => {
    await add(api, maya, mayaOfEve)
    const others = withToken(mayaOfEve, (await enterByLink(ctx, tokenFromUrl(mayaOfEve.loginUrl))).token)

    expect(await namesOf(api, others)).toEqual(['Eve Stone'])
    expect((await enter(api, others, maya)).status).toBe(404)
  })

  test('with a preview', async ({ api, given, maya, mayaOfEve }) => {
    const here = await add(api, maya, mayaOfEve)
    const preview = await given.preview(mayaOfEve)

    expect((await api.as(preview).call(portals.list)).body.portals).toEqual([])
    expect((await enter(api, preview, maya)).status).toBe(403)
    const reply = await api.as(here).call(portals.join, { body: { token: preview.token } })
    expect(reply).toMatchObject({ status: 404, body: { code: 'PORTAL_NOT_FOUND' } })
    expect(await namesOf(api, here)).toEqual(['Ada Marsh', 'Eve Stone'])
  })

  test('with a token that is not of a living client session', async ({ api, ctx, ada, maya, mayaOfEve }) => {
    const joined = async (token: string) => (await api.as(maya).call(portals.join, { body: { token } })).body
    await resetAccess(ctx, mayaOfEve.freelancer, mayaOfEve.id)

    for (const token of [mayaOfEve.token, ada.token, `${maya.token}x`, 'no-token'])
      expect(await joined(token)).toMatchObject({ code: 'PORTAL_NOT_FOUND' })
    expect(await namesOf(api, maya)).toEqual(['Ada Marsh'])
  })

  test('with a token that was given for switching', async ({ api, tom, maya, mayaOfEve }) => {
    const here = await add(api, maya, mayaOfEve)

    const reply = await api.as(tom).call(portals.join, { body: { token: here.token } })

    expect(reply).toMatchObject({ status: 404, body: { code: 'PORTAL_NOT_FOUND' } })
    expect(await namesOf(api, tom)).toEqual(['Ada Marsh'])
  })
})

describe('the portal of a link', () => {
  test('is named without using the link', async ({ api, given, ada }) => {
    const { body } = await api.as(ada).call(clients.create, { body: given.newClient() })
    const { id } = body.client

    const reply = await api.as(null).call(portals.ofLink, { body: { token: tokenFromUrl(body.loginUrl) } })

    expect(reply.body.portal).toMatchObject({
      clientId: id,
      freelancer: { name: 'Ada Marsh', email: ada.email },
    })
    const { access } = (await api.as(ada).call(clients.get, { params: { id } })).body
    expect(access).toMatchObject({ lastOpenedAt: null, lastSeenAt: null, sessionsAlive: 0 })
  })

  test('is not named for a link that does not work', async ({ api, ctx, maya }) => {
    await resetAccess(ctx, maya.freelancer, maya.id)

    for (const token of [tokenFromUrl(maya.loginUrl), 'unknown'])
      expect(await api.as(null).call(portals.ofLink, { body: { token } })).toMatchObject({
        status: 401,
        body: { code: 'LINK_NOT_VALID' },
      })
  })
})

describe('the portal of a page', () => {
  test('is the one in this browser that has the thing', async ({ api, given, maya, mayaOfEve, tom }) => {
    const [menu, toms] = [await given.project(maya), await given.project(tom)]
    const file = await given.file(maya, menu)
    const here = await add(api, maya, mayaOfEve)
    const portalOf = async (path: string) =>
      (await api.as(here).call(portals.ofPage, { querystring: { path: `/client-dashboard/${path}` } })).body
        .clientId

    expect(await portalOf(`projects/${menu.id}/requests#request-1`)).toBe(maya.id)
    expect(await portalOf(`files/${file.id}?note=1`)).toBe(maya.id)
    for (const path of [`projects/${toms.id}`, `projects/${file.id}`, 'projects/1', 'receipts/x', 'chat'])
      expect(await portalOf(path), path).toBeNull()
  })
})
