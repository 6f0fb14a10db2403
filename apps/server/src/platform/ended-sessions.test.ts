import pino from 'pino'
import { v7 as newId } from 'uuid'
import { vi } from 'vitest'
import { expect, test } from '../../test/fixtures.ts'
import { followEndedSessions } from './ended-sessions.ts'

const log = pino({ level: 'silent' })

test('another process hears at once that a session has ended', async ({ world, ctx, given }) => {
  const ada = await given.freelancer()
  const other = await followEndedSessions({ connection: world.connection, db: ctx.db, log, sessionTtl: 60 })
  const heard = vi.fn()
  other.onEnd(heard)

  await ctx.db.deleteFrom('session').where('id', '=', ada.sessionId).execute()

  await vi.waitFor(() => expect(other.has(ada.sessionId)).toBe(true), { timeout: 1_000, interval: 10 })
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
  const connection = { ...world.connection, application_name: newId() }
  const ended = await followEndedSessions({ connection, db: ctx.db, log, sessionTtl: 60 })

  await ctx.db.executeQuery({
    sql: 'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
    parameters: [connection.application_name],
  } as never)
  await vi.waitFor(() => expect(ended.has(ada.sessionId)).toBeInstanceOf(Promise), {
    timeout: 1_000,
    interval: 1,
  })
  await ctx.db.deleteFrom('session').where('id', '=', ada.sessionId).execute()
  expect(await ended.has(ada.sessionId)).toBe(true)
  expect(await ended.has(eve.sessionId)).toBe(false)

  await vi.waitFor(() => expect(ended.has(ada.sessionId)).toBe(true), { timeout: 20_000, interval: 20 })
  await ended.stop()
})
