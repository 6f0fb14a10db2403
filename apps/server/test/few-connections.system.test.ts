import { test as base, expect, inject, vi } from 'vitest'
import { checkDatabase } from '../src/platform/sql/check-database.ts'
import { createDatabase } from './database.ts'
import { urlOf } from './database-url.ts'
import { executeSql } from './execute-sql.ts'
import { registerFreelancer } from './load.ts'
import { startPortico } from './portico.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

/** A database with a limited number of connections, as a server or a user may have. */
const test = base.extend('limited', async ({}, { onCleanup }) => {
  const cluster = inject('cluster')
  const { connection, drop } = await createDatabase()
  onCleanup(drop)
  const { database } = connection
  return {
    url: urlOf(connection),
    allow: (count: number) => executeSql(cluster, `alter database ${database} connection limit ${count}`),
    closeAll: () =>
      executeSql(
        cluster,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
      ),
  }
})

test('refuses a start with too few connections, and warns when a busy one could have too few', async ({
  limited,
}) => {
  const warn = vi.fn()
  const check = (databasePool: number, processes = 1) =>
    checkDatabase(limited.url, { databasePool, processes, role: 'both', log: { warn } })
  const raise = 'raise its max_connections, or the limit of this user or database'

  await limited.allow(5)
  await expect(check(1)).rejects.toThrow(
    `PostgreSQL allows 5 connections, and Portico needs at least 6 here, 6 with DATABASE_POOL=1: ${raise}.`,
  )
  await limited.allow(12)
  await expect(check(12, 3)).rejects.toThrow(
    `PostgreSQL allows 12 connections, and Portico needs at least 18 here, 63 with DATABASE_POOL=12: ${raise}.`,
  )
  expect(warn).not.toHaveBeenCalled()
  await check(12)
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { allowed: 12, needed: 21 },
    `PostgreSQL allows 12 connections, and Portico may open 21 here: ${raise}, or set DATABASE_POOL to 7`,
  )
})

test('works with six connections, answers 503 with Retry-After while there are none, and recovers', async ({
  limited,
}) => {
  await limited.allow(6)
  const portico = await startPortico({ DATABASE_URL: limited.url, DATABASE_POOL: '1', LOG_LEVEL: 'warn' })
  const ada = await registerFreelancer(portico)
  const readAll = async () => {
    const replies = await Promise.all(Array.from({ length: 30 }, () => ada.request('/api/projects')))
    return [
      ...new Set(
        replies.map(({ status, headers }) => `${status} ${headers.get('retry-after') ?? ''}`.trim()),
      ),
    ]
  }
  expect(await readAll()).toEqual(['200'])
  expect(portico.output.join('\n')).not.toMatch(/no more connections|may open/)

  await limited.allow(0)
  await limited.closeAll()
  expect(await readAll()).toEqual(['503 2'])
  await limited.allow(6)

  await vi.waitFor(async () => expect(await readAll()).toEqual(['200']), WAIT_OPTIONS)
  expect(portico.output.join('\n')).toMatch(/"level":50.*PostgreSQL has no more connections for Portico/)
})
