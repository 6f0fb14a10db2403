import { test as base, expect, vi } from 'vitest'
import { createDatabase } from '../../../test/database.ts'
import { executeSql } from '../../../test/execute-sql.ts'
import { startProxy } from '../../../test/proxy.ts'
import { WAIT_OPTIONS } from '../../../test/wait-options.ts'
import { startHeartbeat } from './heartbeat.ts'
import { openSharedConnections, type SharedConnections } from './shared-connections.ts'

const test = base
  .extend('database', async ({}, { onCleanup }) => {
    const { connection, drop } = await createDatabase(null)
    onCleanup(drop)
    return connection
  })
  .extend('proxy', ({ database }) => startProxy(database))
  .extend('onLost', () => vi.fn())
  .extend('connections', ({ proxy, onLost }, { onCleanup }) => {
    const connections = openSharedConnections(proxy.connection, {
      max: 3,
      onOpen(client) {
        client.on('error', onLost)
        startHeartbeat(client, { intervalMs: 500, timeoutMs: 6_000 })
      },
      retryWhileFull: (connect) => connect(),
    })
    onCleanup(() => connections.close())
    return connections
  })

const numbers = Array.from({ length: 200 }, (_, n) => n)

const echo = (n: number) => ({
  name: 'echo',
  text: 'select $1::int as number, pg_backend_pid() as pid',
  values: [n],
})
const sleep = (seconds: number) => ({ name: 'sleep', text: 'select pg_sleep($1::float)', values: [seconds] })
const echoAll = (connections: SharedConnections) =>
  Promise.all(numbers.map((n) => connections.query<{ number: number; pid: number }>(echo(n))))

test('answers many queries at once on three connections', async ({ connections }) => {
  const results = await echoAll(connections)

  expect(results.map(([row]) => row?.number)).toEqual(numbers)
  expect(new Set(results.map(([row]) => row?.pid)).size).toBe(3)
})

test('uses one connection for one query after another', async ({ connections }) => {
  const [first] = await connections.query<{ pid: number }>(echo(1))
  const [second] = await connections.query<{ pid: number }>(echo(2))

  expect(second?.pid).toBe(first?.pid)
})

test('fails only the query that PostgreSQL refuses', async ({ connections }) => {
  const divide = (n: number) => ({ name: 'divide', text: 'select 10 / $1::int as result', values: [n] })

  const results = await Promise.allSettled(numbers.map((n) => connections.query(divide(n % 10))))

  for (const [n, result] of results.entries())
    expect(result).toMatchObject(
      n % 10 === 0
        ? { status: 'rejected', reason: { code: '22012' } }
        : { status: 'fulfilled', value: [{ result: Math.trunc(10 / (n % 10)) }] },
    )
})

test('prepares a statement again after PostgreSQL could not parse it', async ({ connections, database }) => {
  const later = { name: 'later', text: 'select name from later' }
  const early = await Promise.allSettled(numbers.map(() => connections.query(later)))
  expect(new Set(early.map(({ status }) => status))).toEqual(new Set(['rejected']))

  await executeSql(database, `create table later as select 'Ada' as name`)

  const results = await Promise.all(numbers.map(() => connections.query(later)))
  expect(results.flat()).toEqual(numbers.map(() => ({ name: 'Ada' })))
})

test('fails the pending queries of a lost connection, and reconnects for the next', async ({
  connections,
  database,
  proxy,
  onLost,
}) => {
  const waiting = Promise.allSettled(numbers.map(() => connections.query(sleep(30))))
  const allAsleep = `select 1 / (count(*) = 3)::int from pg_stat_activity
                     where datname = current_database() and wait_event = 'PgSleep'`
  await vi.waitFor(() => executeSql(database, allAsleep), WAIT_OPTIONS)
  proxy.disconnect()

  expect(new Set((await waiting).map(({ status }) => status))).toEqual(new Set(['rejected']))
  expect(onLost).toHaveBeenCalledTimes(3)

  proxy.restore()
  expect((await echoAll(connections)).map(([row]) => row?.number)).toEqual(numbers)
})

test('fails while the database cannot be reached, and reconnects when it can', async ({
  connections,
  proxy,
}) => {
  proxy.disconnect()
  const failed = await Promise.allSettled(numbers.map((n) => connections.query(echo(n))))
  expect(new Set(failed.map(({ status }) => status))).toEqual(new Set(['rejected']))

  proxy.restore()
  await vi.waitFor(
    async () => expect((await echoAll(connections)).map(([row]) => row?.number)).toEqual(numbers),
    WAIT_OPTIONS,
  )
})

test('closes a connection whose queries wait too long, however many are slow', async ({ connections }) => {
  await echoAll(connections)

  const results = await Promise.allSettled(numbers.slice(0, 9).map(() => connections.query(sleep(4))))

  expect(results.map(({ status }) => status).sort()).toEqual([
    ...Array(3).fill('fulfilled'),
    ...Array(6).fill('rejected'),
  ])
  expect((await echoAll(connections)).map(([row]) => row?.number)).toEqual(numbers)
})

test('refuses queries once closed', async ({ connections }) => {
  await echoAll(connections)
  connections.close()

  await expect(connections.query(echo(1))).rejects.toThrow('closed')
})
