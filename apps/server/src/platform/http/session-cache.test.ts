import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { v7 as newId } from 'uuid'
import { onTestFinished, vi } from 'vitest'
import { test as base, expect } from '../../../test/fixtures.ts'
import { startProxy } from '../../../test/proxy.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { saveLastSeen } from '../../features/accounts/sessions.repository.ts'
import { createSessionCache } from './session-cache.ts'

/** Each cache stands for another process: changes reach it only through the database. */
const test = base.extend('openCache', ({ testContext, ctx }) => (connection = testContext.connection) => {
  const options = { connection, db: ctx.db, log: pino({ level: 'silent' }), now: () => ctx.clock.now() }
  return createSessionCache(options).then((cache) => {
    onTestFinished(() => cache.stop())
    return cache
  })
})

test('reads a session and its owner from the database once', async ({ openCache, given }) => {
  const maya = await given.client(await given.freelancer())
  const cache = await openCache()

  const pending = cache.find(maya.sessionId)

  expect(pending).toBeInstanceOf(Promise)
  expect(await pending).toMatchObject({ actor: { side: 'client', personId: maya.id } })
  expect(cache.find(maya.sessionId)).toMatchObject({ actor: { side: 'client', personId: maya.id } })
  expect(cache.find(maya.freelancer.sessionId)).toBeInstanceOf(Promise)
  expect(await cache.find(newId())).toBeNull()
})

test('caches a limited number of sessions', async ({ testContext, ctx, given }) => {
  const people = [await given.freelancer(), await given.freelancer(), await given.freelancer()]
  const { connection } = testContext
  const options = { connection, db: ctx.db, log: pino({ level: 'silent' }), now: () => ctx.clock.now() }
  const cache = await createSessionCache({ ...options, maxCached: 2 })
  onTestFinished(() => cache.stop())

  for (const { sessionId } of people) await cache.find(sessionId)

  const isCached = people.map(({ sessionId }) => !(cache.find(sessionId) instanceof Promise))
  expect(isCached).toEqual([false, true, true])
})

test('finds no session that was not used for too long, here or in another process', async ({
  testContext,
  ctx,
  given,
  clock,
}) => {
  const [ada, eve] = [await given.freelancer(), await given.freelancer()]
  const { connection } = testContext
  const options = { connection, db: ctx.db, log: pino({ level: 'silent' }), now: () => ctx.clock.now() }
  const cache = await createSessionCache({ ...options, idleSeconds: 3_600 })
  onTestFinished(() => cache.stop())
  for (const { sessionId } of [ada, eve]) expect(await cache.find(sessionId)).not.toBeNull()

  clock.forward({ seconds: 3_000 })
  expect(await cache.find(ada.sessionId)).not.toBeNull()
  clock.forward({ seconds: 3_000 })
  expect(await cache.find(ada.sessionId)).not.toBeNull()
  expect(await cache.find(eve.sessionId)).toBeNull()
  clock.forward({ seconds: 3_601 })
  await saveLastSeen(ctx.db, new Map([[ada.sessionId, undefined]]), ctx.clock.now())
  expect(await cache.find(ada.sessionId)).not.toBeNull()
})

test('drops a session that another process ends, and calls end once', async ({ openCache, ctx, given }) => {
  const [ada, eve] = await Promise.all([given.freelancer(), given.freelancer()])
  const cache = await openCache()
  const end = vi.fn()
  cache.watch({ ids: () => [], end })
  await Promise.all([ada, eve].map(({ sessionId }) => cache.find(sessionId)))

  await ctx.db.deleteFrom('session').where('id', '=', ada.sessionId).execute()

  await vi.waitFor(() => expect(end).toHaveBeenCalledExactlyOnceWith(ada.sessionId), WAIT_OPTIONS)
  expect(await cache.find(ada.sessionId)).toBeNull()
  expect(cache.find(eve.sessionId)).toMatchObject({ actor: { personId: eve.id } })
})

test('does not cache a result that was read before the session ended', async ({ openCache, ctx, given }) => {
  const ada = await given.freelancer()
  const cache = await openCache()

  const pending = cache.find(ada.sessionId)
  cache.drop(ada.sessionId)
  await pending
  await ctx.db.deleteFrom('session').where('id', '=', ada.sessionId).execute()

  expect(await cache.find(ada.sessionId)).toBeNull()
})

test('refuses an expired session, and finds it again once it is extended', async ({
  openCache,
  ctx,
  given,
  clock,
}) => {
  const ada = await given.freelancer()
  const cache = await openCache()
  await cache.find(ada.sessionId)
  const extend = (days: number) =>
    ctx.db
      .updateTable('session')
      .set({ expires_at: new Date(Date.now() + days * 86_400_000).toISOString() })
      .where('id', '=', ada.sessionId)
      .execute()

  clock.forward({ days: 31 })
  expect(await cache.find(ada.sessionId)).toBeNull()
  await extend(60)
  expect(await cache.find(ada.sessionId)).toMatchObject({ actor: { personId: ada.id } })
})

test('caches nothing while disconnected, and ends the sessions that ended meanwhile', async ({
  testContext,
  openCache,
  ctx,
  given,
}) => {
  const [ada, eve] = await Promise.all([given.freelancer(), given.freelancer()])
  const { connection, disconnect, restore } = await startProxy(testContext.connection)
  const cache = await openCache(connection)
  const end = vi.fn()
  cache.watch({ ids: () => [ada.sessionId, eve.sessionId], end })
  await cache.find(ada.sessionId)

  disconnect()
  await vi.waitFor(() => expect(cache.find(ada.sessionId)).toBeInstanceOf(Promise), WAIT_OPTIONS)
  await ctx.db.deleteFrom('session').where('id', '=', ada.sessionId).execute()
  expect(await cache.find(ada.sessionId)).toBeNull()
  expect(await cache.find(eve.sessionId)).toMatchObject({ actor: { personId: eve.id } })

  restore()
  await vi.waitFor(() => expect(end).toHaveBeenCalledExactlyOnceWith(ada.sessionId), WAIT_OPTIONS)
  await vi.waitFor(async () => {
    await cache.find(eve.sessionId)
    expect(cache.find(eve.sessionId)).toMatchObject({ actor: { personId: eve.id } })
  }, WAIT_OPTIONS)
})

test('gets one notification when many sessions end at once', async ({
  openCache,
  testContext,
  ctx,
  given,
}) => {
  const [ada, eve] = await Promise.all([given.freelancer(), given.freelancer()])
  const cache = await openCache()
  const end = vi.fn()
  cache.watch({ ids: () => [ada.sessionId, eve.sessionId], end })
  await Promise.all([ada, eve].map(({ sessionId }) => cache.find(sessionId)))
  const listener = new pg.Client(testContext.connection)
  onTestFinished(() => listener.end())
  const notification = vi.fn()
  await listener.connect()
  await listener.on('notification', notification).query('listen session_ended')
  // The cascade deletes the sessions of each client in a statement of its own.
  await sql`
    with clients as (
      insert into client (id, workspace_id, lead_id, first_name, last_name, email)
      select gen_random_uuid(), ${ada.id}, ${ada.id}, 'Maya', 'Whitcombe', n || '@example.test' from generate_series(1, 2000) n
      returning id
    )
    insert into session (id, client_id, expires_at) select gen_random_uuid(), id, now() from clients`.execute(
    ctx.db,
  )

  await ctx.db.deleteFrom('workspace').where('id', '=', ada.id).execute()

  await vi.waitFor(() => expect(end).toHaveBeenCalledWith(ada.sessionId), WAIT_OPTIONS)
  expect(end).not.toHaveBeenCalledWith(eve.sessionId)
  expect(await cache.find(ada.sessionId)).toBeNull()
  expect(await cache.find(eve.sessionId)).toMatchObject({ actor: { personId: eve.id } })
  await listener.query('select')
  expect(notification).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ payload: '*' }))
})

test('ends every session when the table is emptied', async ({ openCache, ctx, given }) => {
  const ada = await given.freelancer()
  const cache = await openCache()
  const end = vi.fn()
  cache.watch({ ids: () => [ada.sessionId], end })
  await cache.find(ada.sessionId)

  await sql`truncate session cascade`.execute(ctx.db)

  await vi.waitFor(() => expect(end).toHaveBeenCalledWith(ada.sessionId), WAIT_OPTIONS)
  expect(await cache.find(ada.sessionId)).toBeNull()
})
