import { accounts, clients, projects } from '@portico/contract'
import { v7 as newId } from 'uuid'
import { describe } from 'vitest'
import { expect, sessionToken, test, tokenFromUrl } from '../../../test/fixtures.ts'
import { expectWithinASecond } from '../../../test/within-a-second.ts'
import { deleteExpiredSessions, endSessions } from './ended-sessions.service.ts'

describe('a session', () => {
  const list = { querystring: {} }

  test('ends with logout, while other sessions of the account stay', async ({ api, given }) => {
    const ada = await given.freelancer()
    const login = await api
      .as(null)
      .call(accounts.login, { body: { email: ada.email, password: ada.password } })
    const otherDevice = { ...ada, token: sessionToken(login) }

    expect((await api.as(ada).call(accounts.logout)).status).toBe(204)

    expect((await api.as(ada).call(projects.list, list)).status).toBe(401)
    expect((await api.as(otherDevice).call(projects.list, list)).status).toBe(200)
  })

  test('of a client ends with logout', async ({ api, given }) => {
    const client = await given.client(await given.freelancer())
    expect((await api.as(client).call(accounts.logout)).status).toBe(204)
    expect((await api.as(client).call(projects.listForClient, list)).status).toBe(401)
  })

  test('is renewed in its last week, and not before', async ({ api, given, clock, ctx }) => {
    const ada = await given.freelancer()

    clock.forward({ days: 22 })
    expect((await api.as(ada).call(projects.list, list)).headers['x-session-token']).toBeUndefined()
    clock.forward({ days: 2 })
    const { headers } = await api.as(ada).call(projects.list, list)

    const [before, after] = [ada.token, String(headers['x-session-token'])].map((token) =>
      ctx.tokens.read(token),
    )
    expect(after).toMatchObject({ sub: ada.id, sid: before?.sid, name: ada.name })
    const extension = (after?.exp ?? 0) - (before?.exp ?? 0)
    expect(extension).toBeGreaterThanOrEqual(24 * 86_400)
    expect(extension).toBeLessThan(25 * 86_400)
  })

  test('ends 90 days after it began, however much it is used', async ({ api, given, clock, ctx }) => {
    const ada = await given.freelancer()
    const began = Date.now()
    let { token } = ada
    for (let renewal = 0; renewal < 6; renewal++) {
      clock.forward({ days: 14 })
      const { status, headers } = await api.as({ ...ada, token }).call(projects.list, list)
      expect(status).toBe(200)
      token = String(headers['x-session-token'] ?? token)
    }

    const { exp = 0 } = ctx.tokens.read(token) ?? {}
    expect(exp * 1_000 - began).toBeLessThanOrEqual(90 * 86_400_000 + 60_000)
    const last = await api.as({ ...ada, token }).call(projects.list, list)
    expect(last.headers['x-session-token']).toBeUndefined()
    clock.forward({ days: 7 })
    expect((await api.as({ ...ada, token }).call(projects.list, list)).status).toBe(401)
  })

  test('ends when it is the oldest of more than fifty, also when many start at once', async ({
    api,
    given,
    ctx,
  }) => {
    await expectWithinASecond(async () => {
      const maya = await given.client(await given.freelancer())
      const enter = () =>
        api.as(null).call(clients.enter, { querystring: { token: tokenFromUrl(maya.loginUrl) } })
      const sessions = () =>
        ctx.db.selectFrom('session').select('id').where('client_id', '=', maya.id).orderBy('id').execute()
      for (let n = 0; n < 46; n++) await enter()
      const before = await sessions()

      const replies = await Promise.all(Array.from({ length: 12 }, enter))

      expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(200))
      const ids = (await sessions()).map(({ id }) => id)
      expect(ids).toHaveLength(50)
      expect(before.slice(9).every(({ id }) => ids.includes(id))).toBe(true)
      return {
        isOver: async () =>
          expect(await api.as(maya).call(projects.listForClient, list)).toMatchObject({ status: 401 }),
      }
    })
  })

  test('does not count to the fifty once it has expired', async ({ api, given, ctx, clock }) => {
    const maya = await given.client(await given.freelancer())
    const enter = () =>
      api.as(null).call(clients.enter, { querystring: { token: tokenFromUrl(maya.loginUrl) } })
    await ctx.db
      .insertInto('session')
      .values(
        Array.from({ length: 60 }, () => ({
          id: newId(),
          client_id: maya.id,
          expires_at: new Date().toISOString(),
        })),
      )
      .execute()
    clock.forward({ seconds: 60 })

    await enter()

    expect((await api.as(maya).call(projects.listForClient, list)).status).toBe(200)
  })

  test('is deleted once it has expired, without waiting for those that are being ended', async ({
    given,
    ctx,
    clock,
  }) => {
    const [ada, eve] = [await given.freelancer(), await given.freelancer()]
    clock.forward({ days: 31 })

    await ctx.db.transaction().execute(async (trx) => {
      await endSessions({ ...ctx, db: trx }, { side: 'freelancer', personId: ada.id })
      await deleteExpiredSessions(ctx)
    })

    const ids = [ada.sessionId, eve.sessionId]
    expect(await ctx.db.selectFrom('session').select('id').where('id', 'in', ids).execute()).toEqual([])
  })

  test('is not renewed once it has ended', async ({ api, given, clock }) => {
    const ada = await given.freelancer()
    clock.forward({ days: 24 })
    await api.as(ada).call(accounts.logout)
    expect(await api.as(ada).call(projects.list, list)).toMatchObject({ status: 401 })
  })
})
