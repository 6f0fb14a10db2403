import { accounts, clients, members, projects } from '@portico/contract'
import { describe, onTestFinished, vi } from 'vitest'
import { expect, test } from '../../../test/fixtures.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { expectWithinASecond } from '../../../test/within-a-second.ts'
import { findSessions, saveLastSeen } from './sessions.repository.ts'

describe('the list of sessions', () => {
  const FIREFOX = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0'

  test('names each device, marks the current session, and ends one or all others', async ({
    api,
    given,
    ctx,
  }) => {
    const ada = await given.freelancer()
    const signIn = async () => {
      const { body } = await api.as(null).send(accounts.login, {
        body: { email: ada.email, password: ada.password },
        headers: { 'user-agent': FIREFOX },
      })
      return { ...ada, token: (body as { token: string }).token }
    }
    const [mac, other] = [await signIn(), await signIn()]
    const idOf = ({ token }: { token: string }) => ctx.tokens.read(token)?.sid ?? ''

    const { body } = await api.as(ada).call(accounts.listSessions)
    expect(body).toHaveLength(3)
    expect(body.filter(({ current }) => current)).toMatchObject([{ id: ada.sessionId }])
    expect(body.find(({ id }) => id === idOf(mac))).toMatchObject({
      device: 'Firefox on macOS',
      current: false,
    })

    expect((await api.as(ada).call(accounts.endOneSession, { params: { id: idOf(mac) } })).status).toBe(204)
    expect((await api.as(mac).call(projects.list)).status).toBe(401)
    expect((await api.as(ada).call(accounts.endOneSession, { params: { id: idOf(mac) } })).status).toBe(404)

    await expectWithinASecond(async () => {
      const another = await signIn()
      await api.as(ada).call(accounts.endOtherSessions)
      const isOver = async () => {
        for (const ended of [other, another])
          expect((await api.as(ended).call(projects.list)).status).toBe(401)
      }
      return { isOver }
    })
    expect((await api.as(ada).call(accounts.listSessions)).body).toMatchObject([
      { id: ada.sessionId, current: true },
    ])
  })

  test('shows a browser once, whatever workspaces its person has switched to', async ({
    api,
    given,
    ctx,
    clock,
  }) => {
    const [ada, ben] = [await given.freelancer(), await given.freelancer()]
    const { token } = await given.invitation(ada, ben)
    const inAdas = (await api.as(ben).call(members.accept, { params: { token }, body: {} })).body
    const body = { workspaceId: ben.id }
    const own = (await api.as({ ...ben, token: inAdas.token }).call(members.switchTo, { body })).body
    clock.forward({ days: 2 })
    const movedAt = ctx.clock.now()
    const inOwn = { ...ben, token: own.token }
    await api.as(inOwn).call(projects.list)
    await ctx.lastSeen.flush()

    const listed = (await api.as(inOwn).call(accounts.listSessions)).body

    const sid = ctx.tokens.read(inAdas.token)?.sid
    expect(listed).toMatchObject([
      { id: sid, current: true },
      { id: ben.sessionId, current: false },
    ])
    expect(Date.parse(listed[0]?.lastSeenAt ?? '')).toBeGreaterThanOrEqual(movedAt.getTime())
    await api.as(ben).call(accounts.endOneSession, { params: { id: sid ?? '' } })
    // The session that was switched to ends with it, by a notification of the database.
    await vi.waitFor(
      async () => expect((await api.as(inOwn).call(projects.list)).status).toBe(401),
      WAIT_OPTIONS,
    )
  })

  test('includes when each session was last used', async ({ api, given, ctx, clock }) => {
    const ada = await given.freelancer()
    clock.forward({ days: 2 })
    await api.as(ada).call(projects.list)
    await ctx.lastSeen.flush()

    const { body } = await api.as(ada).call(accounts.listSessions)

    const [session] = body
    expect(Date.parse(session?.lastSeenAt ?? '') - Date.parse(session?.createdAt ?? '')).toBeGreaterThan(
      1.9 * 86_400_000,
    )
  })

  test('is updated without waiting for a session that is being deleted', async ({ given, ctx }) => {
    const [ada, eve] = await Promise.all([given.freelancer(), given.freelancer()])
    const now = new Date(Date.now() + 86_400_000)

    await ctx.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('session').where('id', '=', ada.sessionId).execute()
      await saveLastSeen(ctx.db, new Map([ada, eve].map(({ sessionId }) => [sessionId, '203.0.113.7'])), now)
    })

    const [session] = await findSessions(ctx.db, eve)
    expect(session).toMatchObject({ lastSeenAt: now.toISOString(), addressRange: '203.0.113.0/24' })
  })

  test('shows a client how each session is known, without previews, and ends one or all others', async ({
    api,
    given,
  }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    const [holder, another, tom] = [
      await given.signedIn(maya),
      await given.signedIn(maya),
      await given.client(ada),
    ]
    const preview = await given.preview(maya)
    const end = (id: string) => api.as(maya).call(accounts.endOneSession, { params: { id } })

    const { body } = await api.as(maya).call(accounts.listSessions)

    expect(body.map(({ id, knownBy, current }) => ({ id, knownBy, current }))).toEqual(
      expect.arrayContaining([
        { id: maya.sessionId, knownBy: 'mailed', current: true },
        { id: holder.sessionId, knownBy: 'handed_out', current: false },
        { id: another.sessionId, knownBy: 'handed_out', current: false },
      ]),
    )
    expect(body).toHaveLength(3)
    expect((await api.as(preview).call(accounts.listSessions)).body).toEqual([])
    expect((await end(tom.sessionId)).status).toBe(404)
    expect((await end(ada.sessionId)).status).toBe(404)
    expect((await end(holder.sessionId)).status).toBe(204)
    await expectWithinASecond(async () => {
      await api.as(maya).call(accounts.endOtherSessions)
      const isOver = async () => {
        for (const ended of [holder, another])
          expect((await api.as(ended).call(clients.myLinks)).status).toBe(401)
      }
      return { isOver }
    })
    expect((await api.as(tom).call(clients.myLinks)).status).toBe(200)
  })

  test('is stale for its person alone as soon as a session begins or ends', async ({ api, ctx, given }) => {
    const ada = await given.freelancer()
    const maya = await given.client(ada)
    const { email, password } = ada
    const published = new Set<string>()
    const unsubscribe = ctx.live.subscribe((people, topics) => {
      for (const { side, personId } of people)
        if (topics.includes('sessions')) published.add(`${side} ${personId}`)
    })
    onTestFinished(() => void unsubscribe())
    const notified = async (change: Promise<unknown>) => {
      await change
      const people = [...published]
      published.clear()
      return people
    }
    const logIn = () => api.as(null).call(accounts.login, { body: { email, password } })
    const [adas, mayas] = [[`freelancer ${ada.id}`], [`client ${maya.id}`]]

    expect(await notified(logIn())).toEqual(adas)
    expect(await notified(given.signedIn(maya))).toEqual(mayas)
    const wrong = { body: { email, password: `${password}!` } }
    expect(await notified(api.as(null).send(accounts.login, wrong))).toEqual([])
    const other = (await api.as(ada).call(accounts.listSessions)).body.find(({ current }) => !current)
    const params = { id: other?.id ?? '' }
    expect(await notified(api.as(ada).call(accounts.endOneSession, { params }))).toEqual(adas)
    expect(await notified(api.as(maya).call(accounts.endOtherSessions))).toEqual(mayas)
    expect(await notified(api.as(maya).call(accounts.logout))).toEqual(mayas)
  })
})
