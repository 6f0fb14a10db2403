import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { describe, onTestFinished, vi } from 'vitest'
import { createTestContext } from '../../../test/context.ts'
import { test as base, expect } from '../../../test/fixtures.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import type { AppContext } from '../context.ts'
import { ownProcessMark } from './identity.ts'
import { refuseConflictingStart, registerProcess } from './registration.ts'

const REDIS = 'redis://:hush@redis.internal:6379/0'
const FOLDER = 'a folder'

interface Settings {
  redis?: string
  storage?: string
  secret?: string
  vapidKey?: string
  version?: string
}

/** Registers processes on a database of the test's own. */
const test = base.extend('own', async ({}, { onCleanup }) => {
  const { ctx, close } = await createTestContext()
  onCleanup(close)
  const log = { debug: vi.fn(), error: vi.fn() }
  const contextFor = ({
    redis,
    storage = FOLDER,
    secret = 'a secret',
    vapidKey,
    version = '1.0.0',
  }: Settings) => ({
    db: ctx.db,
    log: log as unknown as AppContext['log'],
    config: {
      redisUrl: redis ?? null,
      appSecret: secret,
      formerSecrets: [],
      vapidPrivateKey: vapidKey ?? null,
      role: 'both' as const,
    },
    storage: { ...ctx.storage, identity: async () => storage },
    version,
  })
  return {
    db: ctx.db,
    log,
    rows: () => ctx.db.selectFrom('process').selectAll().execute(),
    async register(settings: Settings = {}) {
      const process = await registerProcess(contextFor(settings))
      onTestFinished(process.end)
      return process
    },
    /** What a start does before it migrates. */
    refuseConflictingStart: (settings: Settings) => refuseConflictingStart(contextFor(settings)),
  }
})

const setRedis = /^Another Portico \(process \d+ on \S+\) runs on this database: set REDIS_URL [^.]+\.$/
const setStorage =
  /^Another Portico \(process \d+ on \S+\) runs on this database and keeps its files elsewhere: set STORAGE_URL [^.]+\.$/
const setSecret =
  /^Another Portico \(process \d+ on \S+\) runs on this database with another APP_SECRET or VAPID_PRIVATE_KEY: set each [^.]+\.$/

test.for([
  { title: 'neither has Redis', first: {}, second: {}, sentence: setRedis },
  { title: 'only the first has Redis', first: { redis: REDIS }, second: {}, sentence: setRedis },
  { title: 'only the second has Redis', first: {}, second: { redis: REDIS }, sentence: setRedis },
  {
    title: 'each has a Redis of its own',
    first: { redis: REDIS },
    second: { redis: 'redis://other.internal:6379/0' },
    sentence: setRedis,
  },
  {
    title: 'each has a database of its own in one Redis',
    first: { redis: REDIS },
    second: { redis: 'redis://redis.internal:6379/1' },
    sentence: setRedis,
  },
  {
    title: 'each has files of its own',
    first: { redis: REDIS, storage: 'one folder' },
    second: { redis: REDIS, storage: 'another folder' },
    sentence: setStorage,
  },
  {
    title: 'each has a secret of its own',
    first: { redis: REDIS },
    second: { redis: REDIS, secret: 'another secret' },
    sentence: setSecret,
  },
  {
    title: 'each has a key for push of its own',
    first: { redis: REDIS, vapidKey: 'a key' },
    second: { redis: REDIS, vapidKey: 'another key' },
    sentence: setSecret,
  },
])('refuses the second of two processes when $title', async ({ first, second, sentence }, { own }) => {
  await own.register(first)

  await expect(own.register(second)).rejects.toThrow(sentence)

  expect(await own.rows()).toHaveLength(1)
})

test('processes that share Redis and storage run side by side, and their rows hold no secret', async ({
  own,
}) => {
  const first = await own.register({ redis: REDIS, vapidKey: 'a key' })
  await own.register({ redis: 'redis://someone:else@redis.internal', vapidKey: 'a key' })

  expect(await own.rows()).toHaveLength(2)
  expect(JSON.stringify(await own.rows())).not.toMatch(/hush|someone|a secret|a key/)
  await first.end()
  expect(await own.rows()).toHaveLength(1)
})

test('accepts one of five processes that start at once without Redis', async ({ own }) => {
  const starts = await Promise.allSettled([1, 2, 3, 4, 5].map(() => own.register()))

  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await own.rows()).toHaveLength(1)
})

test('refuses to start beside a process on another machine until its heartbeat stops', async ({
  own: { db, register, rows },
}) => {
  const id = newId()
  const elsewhere = {
    id,
    mark: 'elsewhere-1-1',
    host: 'web-2',
    pid: 1,
    redis: null,
    storage: FOLDER,
    secret_check: '',
  }
  // Its clock is an hour behind.
  const seen_at = new Date(Date.now() - 3_600_000).toISOString()
  await db
    .insertInto('process')
    .values({ ...elsewhere, seen_at })
    .execute()
  let isAlive = true
  const life = beatWhile(() => isAlive)

  await expect(register()).rejects.toThrow('(process 1 on web-2)')
  isAlive = false
  await life
  await register()

  expect(await rows()).toMatchObject([{ pid: process.pid }])

  async function beatWhile(isAlive: () => boolean) {
    for (let beats = 1; isAlive(); beats++) {
      const next = new Date(Date.parse(seen_at) + beats).toISOString()
      await db.updateTable('process').set({ seen_at: next }).where('id', '=', id).execute()
      await pause(200)
    }
  }
})

test('renews its heartbeat, and restores a deleted row with an error about the process that took over', async ({
  own: { db, log, register, rows },
}) => {
  await register()
  const [before] = await rows()
  await vi.waitFor(async () => expect((await rows())[0]?.seen_at).not.toBe(before?.seen_at), WAIT_OPTIONS)

  const other = {
    id: newId(),
    mark: 'elsewhere-1-1',
    host: 'web-2',
    pid: 7,
    redis: null,
    storage: FOLDER,
    secret_check: '',
  }
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('process').execute()
    await trx.insertInto('process').values(other).execute()
  })

  await vi.waitFor(async () => expect(await rows()).toHaveLength(2), WAIT_OPTIONS)
  await vi.waitFor(
    () =>
      expect(log.error).toHaveBeenCalledWith(
        { reasons: [expect.stringContaining('web-2')] },
        expect.any(String),
      ),
    WAIT_OPTIONS,
  )
})

describe('a start of another version', () => {
  const startOf = (version: string) => ({ redis: REDIS, version })

  test('is refused beside a running process if it would migrate', async ({ own }) => {
    await own.register(startOf('1.0.0'))
    await own.db.deleteFrom('kysely_migration' as never).execute()

    await expect(own.refuseConflictingStart(startOf('1.1.0'))).rejects.toThrow(
      /^Another Portico \(process \d+ on \S+, version 1\.0\.0\) runs on this database, which this start would bring up to version 1\.1\.0: stop all processes of the other version first, [^.]+\.$/,
    )
    await own.refuseConflictingStart(startOf('1.0.0'))
    expect(await own.rows()).toHaveLength(1)
  })

  test('is refused beside a process that does not say its version, without advice about Redis', async ({
    own,
  }) => {
    await own.register()
    await own.db.updateTable('process').set({ version: null }).execute()
    await own.db.deleteFrom('kysely_migration' as never).execute()

    await expect(own.refuseConflictingStart({ version: '1.1.0' })).rejects.toThrow(
      /^Another Portico \(process \d+ on \S+, an earlier version\) /,
    )
  })

  test('is accepted if it would not migrate', async ({ own }) => {
    await own.register(startOf('1.0.0'))

    await own.refuseConflictingStart(startOf('1.1.0'))
    await own.register(startOf('1.1.0'))

    expect(await own.rows()).toHaveLength(2)
  })

  test('is accepted if it would only add to the database', async ({ own }) => {
    await own.register(startOf('1.0.0'))
    await sql`delete from kysely_migration where name = '0162_expand_migrations'`.execute(own.db)

    await own.refuseConflictingStart(startOf('1.1.0'))
  })

  test('is accepted after the last heartbeat of the other one, whose row it deletes', async ({ own }) => {
    await own.db.insertInto('process').values(elsewhere('elsewhere-1-1')).execute()
    await own.db.deleteFrom('kysely_migration' as never).execute()

    await own.refuseConflictingStart(startOf('1.1.0'))

    expect(await own.rows()).toEqual([])
  })
})

test('deletes the rows of processes of this machine that were killed, at once', async ({ own }) => {
  const [namespace] = ownProcessMark.split('-')
  await own.db
    .insertInto('process')
    .values(elsewhere(`${namespace}-${process.pid}-1`))
    .execute()

  await own.register({ redis: REDIS })

  expect(await own.rows()).toMatchObject([{ mark: ownProcessMark }])
})

test('deletes the rows of processes that have been silent for a minute, and leaves others', async ({
  own,
}) => {
  const [silent, alive] = [elsewhere('elsewhere-1-1'), elsewhere('elsewhere-2-1')]
  const seen_at = new Date(Date.now() - 120_000).toISOString()
  await own.db
    .insertInto('process')
    .values([
      { ...silent, seen_at },
      { ...alive, seen_at: new Date(Date.now() + 3_600_000).toISOString() },
    ])
    .execute()

  await own.register({ redis: REDIS })

  await vi.waitFor(
    async () =>
      expect((await own.rows()).map(({ mark }) => mark).sort()).toEqual(
        [ownProcessMark, 'elsewhere-2-1'].sort(),
      ),
    WAIT_OPTIONS,
  )
})

/** The row of a process with the same settings as `{ redis: REDIS }`. */
function elsewhere(mark: string) {
  const secret_check = createHmac('sha256', 'a secret').update('process ').digest('hex').slice(0, 16)
  return {
    id: newId(),
    mark,
    host: 'web-2',
    pid: 1,
    redis: 'redis.internal 6379 0',
    storage: FOLDER,
    secret_check,
  }
}
