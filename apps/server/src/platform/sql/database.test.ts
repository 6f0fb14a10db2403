import { type RawBuilder, sql } from 'kysely'
import { pino } from 'pino'
import { test as base, expect, vi } from 'vitest'
import { createDatabase } from '../../../test/database.ts'
import { startProxy } from '../../../test/proxy.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { connect, disconnect } from './database.ts'
import { statement } from './statement.ts'

const test = base
  .extend('database', async ({}, { onCleanup }) => {
    const { connection, drop } = await createDatabase(null)
    onCleanup(drop)
    return connection
  })
  .extend('proxy', ({ database }) => startProxy(database))
  .extend('settings', () => ({}))
  .extend('db', ({ proxy, settings }, { onCleanup }) => {
    const db = connect({ ...proxy.connection, max: 1 }, pino({ enabled: false }), settings)
    onCleanup(() => disconnect(db))
    return db
  })

const testWithoutNames = test.extend('settings', () => ({ preparedStatements: false }))

const backend = statement<object, { pid: number }>('backend', () => sql`select pg_backend_pid() as pid`)
const toNumber = statement<{ text: string }, { number: number }>(
  'to_number',
  ($) => sql`select ${$.text}::text::int as number`,
)
const namesOf = ($: { prefix: RawBuilder<string> }) => sql<{ name: string }>`
  select name from pg_prepared_statements where starts_with(name, ${$.prefix}) or name = ${$.prefix}`
const names = statement('names', namesOf)
const namesOnShared = statement('names_on_shared', namesOf, { sharesConnection: true })

test('sends a statement by its name, and a parameter that is used twice once', async ({ db }) => {
  expect(await names(db, { prefix: 'names' })).toEqual([{ name: 'names' }])
  expect(await namesOnShared(db, { prefix: 'names' })).toEqual([{ name: 'names_on_shared' }])
})

testWithoutNames('sends statements without names when that is turned off', async ({ db }) => {
  expect(await names(db, { prefix: 'names' })).toEqual([])
  expect(await namesOnShared(db, { prefix: 'names' })).toEqual([])
})

test('runs a statement in a given transaction', async ({ db }) => {
  const [inside, current] = await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    return [await backend(trx, {}), rows]
  })

  expect(inside).toEqual(current)
})

test('runs a statement that opens its transaction inside it, also after one that failed', async ({ db }) => {
  const opening = statement<{ text: string }, { transaction: string }>(
    'opening',
    ($) => sql`select pg_current_xact_id()::text as transaction, ${$.text}::int`,
    { opensTransaction: true },
  )
  const transaction = statement<object, { transaction: string }>(
    'transaction',
    () => sql`select pg_current_xact_id()::text as transaction`,
  )
  const failed = db.transaction().execute((trx) => opening(trx, { text: 'seven' }))
  await expect(failed).rejects.toMatchObject({ code: '22P02' })

  const [opened, next] = await db
    .transaction()
    .execute(async (trx) => [await opening(trx, { text: '7' }), await transaction(trx, {})])

  expect(next).toMatchObject([{ transaction: opened?.[0]?.transaction }])
  expect(await transaction(db, {})).not.toEqual(next)
})

test('gives a brief statement a fifth of the time, and the connection back as it was', async ({ db }) => {
  const timeout = statement<object, { timeout: string }>(
    'timeout',
    () => sql`select current_setting('statement_timeout') as timeout`,
  )
  const sleep = statement<object, object>('sleep', () => sql`select pg_sleep(30)`, { isBrief: true })
  const before = [...(await backend(db, {})), ...(await timeout(db, {}))]

  await expect(sleep(db, {})).rejects.toMatchObject({ code: '57014' })

  expect([...(await backend(db, {})), ...(await timeout(db, {}))]).toEqual(before)
})

test('refuses a statement that contains a value', async ({ db }) => {
  const withValue = statement<object, object>('with_value', () => sql`select ${'Ada'}::text`)

  expect(() => withValue(db, {})).toThrow('contains a value')
})

test('keeps the connection when PostgreSQL refuses a parameter', async ({ db }) => {
  const before = await backend(db, {})

  for (let n = 0; n < 3; n++)
    await expect(toNumber(db, { text: 'seven' })).rejects.toMatchObject({ code: '22P02' })

  expect(await toNumber(db, { text: '7' })).toEqual([{ number: 7 }])
  expect(await backend(db, {})).toEqual(before)
})

test('connects again after a connection went silent, in a statement, a query or a transaction', async ({
  db,
  proxy,
}) => {
  const silently = [
    () => backend(db, {}),
    () => sql`select 1`.execute(db),
    () => db.transaction().execute((trx) => sql`select 1`.execute(trx)),
  ]
  for (const run of silently) {
    const before = await backend(db, {})
    proxy.dropOnOpenConnections()

    await expect(run()).rejects.toThrow()

    await vi.waitFor(async () => expect(await backend(db, {})).not.toEqual(before), WAIT_OPTIONS)
  }
})
