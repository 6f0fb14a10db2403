import pino from 'pino'
import { v7 as newId } from 'uuid'
import { vi } from 'vitest'
import { expect, test } from '../../test/fixtures.ts'
import { IN_TIME } from '../../test/in-time.ts'
import { startProxy } from '../../test/proxy.ts'
import { followEndedSessions } from './ended-sessions.ts'

const log = pino({ level: 'silent' })

test('another process hears at once that a session has ended', async ({ world, ctx, given }) => {
  const ada = await given.freelancer()
  const other = await followEndedSessions({ connection: world.connection, db: ctx.db, log, sessionTtl: 60 })
  const heard = vi.fn()
  other.onEnd(heard)

  await ctx.db.deleteFrom('session').where('id', '=', ada.sessionId).execute()

  await vi.waitFor(() => expect(other.has(ada.sessionId)).toBe(true), IN_TIME)
  expect(heard).toHaveBeenCalledExactlyOnceWith(ada.sessionId)
  expect(other.has(newId())).toBe(false)
  await other.stop()
})

test('a process that starts later knows what ended before', async ({ world, ctx, given }) => {
  const ada = await given.freelancer()
  await ctx.db.deleteFrom('session').where('id', '=', ada.sessionId).execute()

  const later = await followEndedSessions({ connection: world.connection, db: ctx.db, log, sessionTtl: 60 })

  expect(later.has(ada.sessionId)).toBe(true)
  await later.stop()
})

test('while its line is down it asks the database, and then listens again', async ({ world, ctx, given }) => {
  const [ada, eve] = await Promise.all([given.freelancer(), given.freelancer()])
  const { connection, cut, mend } = await startProxy(world.connection)
  const ended = await followEndedSessions({ connection, db: ctx.db, log, sessionTtl: 60 })

  cut()
  await vi.waitFor(() => expect(ended.has(ada.sessionId)).toBeInstanceOf(Promise), IN_TIME)
  await ctx.db.deleteFrom('session').where('id', '=', ada.sessionId).execute()
  expect(await ended.has(ada.sessionId)).toBe(true)
  expect(await ended.has(eve.sessionId)).toBe(false)

  mend()
  await vi.waitFor(() => expect(ended.has(ada.sessionId)).toBe(true), IN_TIME)
  await ended.stop()
})
