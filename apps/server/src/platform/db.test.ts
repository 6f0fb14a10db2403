import { sql } from 'kysely'
import { pino } from 'pino'
import { test as base, expect } from 'vitest'
import { createDatabase } from '../../test/database.ts'
import { connect, disconnect, prepared } from './db.ts'

const test = base.extend('db', async ({}, { onCleanup }) => {
  const { connection, drop } = await createDatabase(null)
  const db = connect({ ...connection, max: 1 }, pino({ enabled: false }))
  onCleanup(async () => {
    await disconnect(db)
    await drop()
  })
  return db
})

const backend = prepared<object, { pid: number }>('backend', () => sql`select pg_backend_pid() as pid`)
const number = prepared<{ text: string }, object>('number', ($) => sql`select ${$.text}::text::int as read`)
const impatience = prepared<object, object>(
  'impatience',
  () => sql`select set_config('statement_timeout', '10', false) as set`,
)
const nap = prepared<object, object>('nap', () => sql`select pg_sleep(5)::text as slept`)

test('a statement that refuses what it was given keeps its connection, and works again', async ({ db }) => {
  const [before] = await backend(db, {})

  for (let n = 0; n < 3; n++)
    await expect(number(db, { text: 'seven' })).rejects.toMatchObject({ code: '22P02' })

  expect(await number(db, { text: '7' })).toEqual([{ read: 7 }])
  expect(await backend(db, {})).toEqual([before])
})

test('any other failure is the end of the connection', async ({ db }) => {
  const [before] = await backend(db, {})
  await impatience(db, {})

  await expect(nap(db, {})).rejects.toMatchObject({ code: '57014' })

  expect(await backend(db, {})).not.toEqual([before])
})
