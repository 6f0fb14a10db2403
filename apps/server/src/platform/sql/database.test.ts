import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { pino } from 'pino'
import { test as base, expect } from 'vitest'
import { createDatabase } from '../../../test/database.ts'
import { connect, type Db, disconnect, prepared, smallRead } from './database.ts'

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

const alone = prepared<{ text: string }, object>('alone', ($) => sql`select length(${$.text}::text)`)
const together = smallRead<{ text: string }, object>('together', ($) => sql`select length(${$.text}::text)`)
const askers: Record<string, (db: Db, text: string) => Promise<unknown>> = {
  'on a connection alone': (db, text) => alone(db, { text }),
  'on a shared one': (db, text) => together(db, { text }),
  'by Kysely': (db, text) => sql`select length(${text}::text)`.execute(db),
}

for (const [how, ask] of Object.entries(askers)) {
  test(`what was asked ${how} goes with what is young, and waits for no full collection`, async ({ db }) => {
    setFlagsFromString('--expose-gc')
    const collect: (how?: { type: 'minor' }) => void = runInNewContext('gc')
    const askOften = async () => {
      for (let n = 0; n < 100; n++) await ask(db, `${n} `.padEnd(50_000, 'x'))
    }
    await askOften()
    collect()
    const before = sizeOfOld()

    await askOften()
    for (let age = 0; age < 3; age++) collect({ type: 'minor' })

    expect(sizeOfOld() - before).toBeLessThan(1_000_000)
  })
}

/** In bytes: what outlived two collections of what is young. */
function sizeOfOld() {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0
}
