import { accounts, bin, calendar, clients, guestLinks, projects } from '@portico/contract'
import { describe, vi } from 'vitest'
import { type Api, test as base, expect, sessionToken, tokenFromUrl } from '../../../test/fixtures.ts'
import type { TestUser } from '../../../test/given.ts'
import { countLockWaits } from '../../../test/lock-waits.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { expectWithinASecond } from '../../../test/within-a-second.ts'
import { issueHandedOutLink, issueMailedLink } from './links.service.ts'

const test = base
  .extend('ada', ({ given }) => given.freelancer())
  .extend('maya', ({ given, ada }) => given.client(ada))
  .extend('logo', async ({ given, ada, maya }) => {
    const [request] = await given.requests(ada, await given.project(maya), ['Logo'])
    return request
  })

const list = (api: Api, person: TestUser) => api.as(person).call(clients.handedOutLinks)

describe('links that were handed out', () => {
  test('are the login links that the freelancer was shown and the links of guests, with their clients', async ({
    ctx,
    api,
    given,
    ada,
    maya,
    logo,
  }) => {
    await issueMailedLink(ctx, maya)
    const guest = await given.guestLink(maya, logo)
    const tom = await given.client(ada)
    await given.client(await given.freelancer())

    const { body } = await list(api, ada)

    expect(body).toMatchObject([
      { client: { id: tom.id }, request: null, lastUsedAt: expect.any(String) },
      { id: guest.id, client: { id: maya.id }, request: { id: logo.id, title: 'Logo' }, lastUsedAt: null },
      { client: { id: maya.id, firstName: 'Maya' }, request: null },
    ])
    expect((await api.as(ada).call(clients.countHandedOut)).body).toEqual({
      loginLinks: 2,
      guestLinks: 1,
      sessions: 0,
    })
  })

  test('are paged', async ({ api, given, ada, maya, logo }) => {
    const guest = await given.guestLink(ada, logo)
    const page = (cursor?: string) =>
      api.as(ada).call(clients.handedOutLinks, { querystring: { limit: 1, ...(cursor && { cursor }) } })

    const first = await page()
    expect(first.body).toMatchObject([{ id: guest.id }])
    const next = await page(guest.id)

    expect(first.headers.link).toContain(`cursor=${guest.id}`)
    expect(next.body).toMatchObject([{ client: { id: maya.id }, request: null }])
    expect(next.headers.link).toBeUndefined()
  })

  test('that expired, were revoked or answer an accepted request are not listed', async ({
    api,
    given,
    clock,
    ada,
    maya,
    logo,
  }) => {
    const { id: linkId } = await given.guestLink(maya, logo)
    await api.as(ada).call(guestLinks.remove, { params: { id: logo.id, linkId } })
    await api.as(maya).call(clients.endMyLinks)
    expect((await list(api, ada)).body).toEqual([])

    await api.as(ada).call(clients.createLoginLink, { params: { id: maya.id } })
    expect((await list(api, ada)).body).toHaveLength(1)
    clock.forward({ days: 31 })
    const { email, password } = ada
    const token = sessionToken(await api.as(null).call(accounts.login, { body: { email, password } }))
    expect((await list(api, { ...ada, token })).body).toEqual([])
  })
})

describe('addresses of clients that were changed', () => {
  test('are listed for 30 days with the one before, until they are changed back', async ({
    api,
    given,
    clock,
    ada,
    maya,
  }) => {
    const { email: before } = maya
    const [first, second] = [given.newClient().email, given.newClient().email]
    const change = (email: string) =>
      api.as(ada).call(clients.update, { params: { id: maya.id }, body: { email } })
    const changed = async (person: TestUser = ada) =>
      (await api.as(person).call(clients.changedAddresses)).body
    await change(before.toUpperCase())
    await change(before)
    expect(await changed()).toEqual([])

    await change(first)
    await change(second)

    expect(await changed()).toMatchObject([
      { id: maya.id, email: second, emailBefore: before, emailChangedAt: expect.any(String) },
    ])
    expect(await changed(await given.freelancer())).toEqual([])
    await change(before)
    expect(await changed()).toEqual([])

    await change(first)
    clock.forward({ days: 29 })
    expect(await changed()).toHaveLength(1)
    clock.forward({ days: 2 })
    const { email, password } = ada
    const token = sessionToken(await api.as(null).call(accounts.login, { body: { email, password } }))
    expect(await changed({ ...ada, token })).toEqual([])
  })
})

describe('ending all links that were handed out', () => {
  test('ends the sessions that are known by nothing else, and nothing of other freelancers', async ({
    ctx,
    api,
    given,
    ada,
    maya,
    logo,
  }) => {
    const mailed = (await issueMailedLink(ctx, maya)) ?? ''
    const holder = await given.signedIn(maya)
    const byMail = await given.signedIn(maya, mailed)
    const preview = await given.preview(maya)
    const guest = await given.guestLink(maya, logo)
    const stranger = await given.client(await given.freelancer())
    const strangers = await given.signedIn(stranger)
    const enter = async (loginUrl: string) =>
      (await api.as(null).call(clients.enter, { querystring: { token: tokenFromUrl(loginUrl) } })).status
    const isIn = async (person: TestUser) => (await api.as(person).call(clients.myLinks)).status
    expect((await api.as(ada).call(clients.countHandedOut)).body.sessions).toBe(1)

    await expectWithinASecond(async () => {
      expect((await api.as(ada).call(clients.endHandedOut)).status).toBe(204)
      return { isOver: async () => expect(await isIn(holder)).toBe(401) }
    })

    expect(await list(api, ada)).toMatchObject({ body: [] })
    expect((await api.as(ada).call(clients.countHandedOut)).body).toEqual({
      loginLinks: 0,
      guestLinks: 0,
      sessions: 0,
    })
    expect(await enter(maya.loginUrl)).toBe(401)
    expect((await api.as(null).call(guestLinks.open, { params: { token: guest.token } })).status).toBe(404)
    expect([await isIn(maya), await isIn(byMail), await isIn(preview)]).toEqual([200, 200, 200])
    expect(await enter(mailed)).toBe(200)
    expect([await isIn(strangers), await enter(stranger.loginUrl)]).toEqual([200, 200])
  })

  test('ends those of what is archived or in the bin too, because they would work again', async ({
    api,
    given,
    ada,
    maya,
    logo,
  }) => {
    const guest = await given.guestLink(ada, logo)
    const binned = await given.project(maya)
    const [photo] = await given.requests(ada, binned, ['Photo'])
    const inBin = await given.guestLink(ada, photo)
    await api.as(ada).call(projects.remove, { params: { id: binned.id } })
    const open = async ({ token }: { token: string }) =>
      (await api.as(null).call(guestLinks.open, { params: { token } })).status
    const archive = (archived: boolean) =>
      api.as(ada).call(clients.update, { params: { id: maya.id }, body: { archived } })
    await archive(true)
    expect((await list(api, ada)).body).toHaveLength(2)

    await api.as(ada).call(clients.endHandedOut)

    await archive(false)
    await api.as(ada).call(bin.restore, { params: { kind: 'project', id: binned.id } })
    expect([await open(guest), await open(inBin)]).toEqual([404, 404])
    expect((await list(api, ada)).body).toEqual([])
  })

  test('ends the calendar addresses of the clients whose links or sessions end, and no other', async ({
    ctx,
    api,
    app,
    given,
    ada,
    maya,
  }) => {
    const byMail = await given.client(ada)
    await ctx.db.deleteFrom('login_link').where('client_id', '=', byMail.id).execute()
    const bySession = await given.client(ada)
    await given.signedIn(bySession)
    await ctx.db.deleteFrom('login_link').where('client_id', '=', bySession.id).execute()
    const stranger = await given.client(await given.freelancer())
    const people = [maya, bySession, byMail, ada, stranger]
    const urls: string[] = []
    for (const person of people) urls.push((await api.as(person).call(calendar.renew)).body.url)

    await api.as(ada).call(clients.endHandedOut)

    const statuses: number[] = []
    for (const url of urls) statuses.push((await app.inject(url)).statusCode)
    expect(statuses).toEqual([404, 404, 200, 200, 200])
  })

  test('ends a login link that is being made at the same time', async ({ ctx, api, ada, maya }) => {
    const { ending } = await ctx.db.transaction().execute(async (trx) => {
      await issueHandedOutLink({ ...ctx, db: trx }, maya.id)
      const ending = api.as(ada).call(clients.endHandedOut)
      await vi.waitFor(async () => expect(await countLockWaits(ctx.db)).toBe(1), WAIT_OPTIONS)
      return { ending }
    })

    expect((await ending).status).toBe(204)
    expect((await list(api, ada)).body).toEqual([])
  })

  test('is refused to clients and in previews', async ({ api, given, maya }) => {
    for (const person of [maya, await given.preview(maya)]) {
      expect((await api.as(person).call(clients.endHandedOut)).status).toBe(403)
      expect((await list(api, person)).status).toBe(403)
      expect((await api.as(person).call(clients.countHandedOut)).status).toBe(403)
    }
    expect((await list(api, maya.freelancer)).body).toHaveLength(1)
  })
})
