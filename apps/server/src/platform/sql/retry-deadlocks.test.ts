import { sql } from 'kysely'
import { pino } from 'pino'
import { test as base, expect, vi } from 'vitest'
import { createDatabase } from '../../../test/database.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { connect, type Db, disconnect } from './database.ts'
import { retryDeadlocks } from './retry-deadlocks.ts'
import { statement } from './statement.ts'

/** Two rows, and a function that locks both in an order of its own. In between it waits while the test holds a lock. */
const test = base.extend('db', async ({}, { onCleanup }) => {
  const { connection, drop } = await createDatabase(null)
  const db = connect({ ...connection, max: 4 }, pino({ enabled: false }))
  onCleanup(async () => {
    await disconnect(db)
    await drop()
  })
  await sql`create table pair (id int primary key, count int not null default 0)`.execute(db)
  await sql`insert into pair values (1), (2)`.execute(db)
  await sql`
    create function count_both(first int, second int) returns void language plpgsql as $$
    begin
      update pair set count = count + 1 where id = first;
      perform pg_advisory_xact_lock_shared(1);
      update pair set count = count + 1 where id = second;
    end $$`.execute(db)
  return db
})

interface Order {
  first: number
  second: number
}

const countBoth = ({ first, second }: Order) => sql`select count_both(${first}, ${second})`
const named = statement<Order, object>('count_both', ($) => sql`select count_both(${$.first}, ${$.second})`)

test.for<[string, (db: Db, order: Order) => Promise<unknown>]>([
  ['transactions', (db, order) => db.transaction().execute((trx) => countBoth(order).execute(trx))],
  ['statements', (db, order) => countBoth(order).execute(db)],
  ['statements with a name', named],
])('completes two %s that lock the same rows in another order', async ([, run], { db }) => {
  const { both } = await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(1)`.execute(trx)
    const both = Promise.all([run(db, { first: 1, second: 2 }), run(db, { first: 2, second: 1 })])
    await vi.waitFor(async () => expect(await countWaiting(trx)).toBe(2), WAIT_OPTIONS)
    return { both }
  })

  await both

  const { rows } = await sql`select count from pair`.execute(db)
  expect(rows).toEqual([{ count: 2 }, { count: 2 }])
})

async function countWaiting(db: Db) {
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.length
}

test.for([
  ['40P01', 3],
  ['40001', 1],
] as const)('tries a task that fails with %s %i times', async ([code, times]) => {
  const task = vi.fn(() => Promise.reject(Object.assign(new Error('failed'), { code })))

  await expect(retryDeadlocks(task)).rejects.toMatchObject({ code })

  expect(task).toHaveBeenCalledTimes(times)
})
