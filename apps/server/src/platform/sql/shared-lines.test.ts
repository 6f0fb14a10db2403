import { test as base, expect, vi } from 'vitest'
import { createDatabase } from '../../../test/database.ts'
import { executeSql as askOnce } from '../../../test/execute-sql.ts'
import { startProxy } from '../../../test/proxy.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { type SharedLines, shareLines } from './shared-lines.ts'

const test = base
  .extend('database', async ({}, { onCleanup }) => {
    const { connection, drop } = await createDatabase(null)
    onCleanup(drop)
    return connection
  })
  .extend('proxy', ({ database }) => startProxy(database))
  .extend('lost', () => vi.fn())
  .extend('patience', () => 20_000)
  .extend('lines', ({ proxy, patience, lost }, { onCleanup }) => {
    const lines = shareLines({ ...proxy.connection, patience }, 3, lost)
    onCleanup(() => lines.end())
    return lines
  })

const impatient = test.extend('patience', () => 6_000)

const echo = { name: 'echo', text: 'select $1::int as said, pg_backend_pid() as line' }
const divide = { name: 'divide', text: 'select 10 / $1::int as found' }
const sleep = { name: 'sleep', text: 'select pg_sleep($1::float)::text as slept' }

const numbers = Array.from({ length: 200 }, (_, n) => n)
const sayAll = (lines: SharedLines) =>
  Promise.all(numbers.map((n) => lines.ask<{ said: number; line: number }>(echo, [n])))

test('many questions at once share three connections, and everyone gets their own answer', async ({
  lines,
}) => {
  const answers = await sayAll(lines)

  expect(answers.map(([row]) => row?.said)).toEqual(numbers)
  expect(new Set(answers.map(([row]) => row?.line)).size).toBe(3)
})

test('one alone needs one connection', async ({ lines }) => {
  const [first] = await lines.ask<{ line: number }>(echo, [1])
  const [second] = await lines.ask<{ line: number }>(echo, [2])

  expect(second?.line).toBe(first?.line)
})

test('what fails fails alone', async ({ lines }) => {
  const answers = await Promise.allSettled(numbers.map((n) => lines.ask<{ found: number }>(divide, [n % 10])))

  for (const [n, answer] of answers.entries())
    expect(answer).toMatchObject(
      n % 10 === 0
        ? { status: 'rejected', reason: { code: '22012' } }
        : { status: 'fulfilled', value: [{ found: Math.trunc(10 / (n % 10)) }] },
    )
})

test('a statement that was not understood is understood once it can be', async ({ lines, database }) => {
  const later = { name: 'later', text: 'select name from later' }
  const tooEarly = await Promise.allSettled(numbers.map(() => lines.ask(later, [])))
  expect(new Set(tooEarly.map(({ status }) => status))).toEqual(new Set(['rejected']))

  await askOnce(database, `create table later as select 'Ada' as name`)

  const answers = await Promise.all(numbers.map(() => lines.ask(later, [])))
  expect(answers.flat()).toEqual(numbers.map(() => ({ name: 'Ada' })))
})

test('lines that are cut fail whoever waited on them, and the next ones get new ones', async ({
  lines,
  database,
  proxy,
  lost,
}) => {
  const waiting = Promise.allSettled(numbers.map(() => lines.ask(sleep, [30])))
  const asleep = `select 1 / (count(*) = 3)::int from pg_stat_activity
                  where datname = current_database() and wait_event = 'PgSleep'`
  await vi.waitFor(() => askOnce(database, asleep), WAIT_OPTIONS)
  proxy.cut()

  expect(new Set((await waiting).map(({ status }) => status))).toEqual(new Set(['rejected']))
  expect(lost).toHaveBeenCalledTimes(3)

  proxy.mend()
  expect((await sayAll(lines)).map(([row]) => row?.said)).toEqual(numbers)
})

impatient('nobody waits for ever behind a slow one', async ({ lines }) => {
  const waiting = await Promise.allSettled(numbers.map(() => lines.ask(sleep, [30])))

  expect(new Set(waiting.map(({ status }) => status))).toEqual(new Set(['rejected']))
  expect((await sayAll(lines)).map(([row]) => row?.said)).toEqual(numbers)
})

impatient('nor behind several of which none is slow alone', async ({ lines }) => {
  await sayAll(lines)

  const waiting = await Promise.allSettled(numbers.slice(0, 9).map(() => lines.ask(sleep, [4])))

  expect(waiting.map(({ status }) => status).sort()).toEqual([
    ...Array(3).fill('fulfilled'),
    ...Array(6).fill('rejected'),
  ])
})

test('a database that is away is said to whoever asks', async ({ lines, proxy }) => {
  proxy.cut()
  const told = await Promise.allSettled(numbers.map((n) => lines.ask(echo, [n])))
  expect(new Set(told.map(({ status }) => status))).toEqual(new Set(['rejected']))

  proxy.mend()
  expect((await sayAll(lines)).map(([row]) => row?.said)).toEqual(numbers)
})

test('who asks after the end is told so', async ({ lines }) => {
  await sayAll(lines)
  await lines.end()

  await expect(lines.ask(echo, [1])).rejects.toThrow('closed')
})
