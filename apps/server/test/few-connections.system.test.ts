import { test as base, expect, inject, vi } from 'vitest'
import { createDatabase } from './database.ts'
import { urlOf } from './database-url.ts'
import { executeSql } from './execute-sql.ts'
import { registerFreelancer } from './load.ts'
import { failToStart, startPortico, temporaryFolder } from './portico.ts'
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

test('does not start with five connections, says how many it needs, and starts with those', async ({
  limited,
}) => {
  const env = { DATABASE_URL: limited.url, DATABASE_POOL: '1' }

  await limited.allow(5)
  const { complaint, code } = await failToStart({ ...env, DATA_DIR: await temporaryFolder() })
  await limited.allow(6)
  const portico = await startPortico({ ...env, LOG_LEVEL: 'warn' })
  const ada = await registerFreelancer(portico)
  const replies = await Promise.all(Array.from({ length: 20 }, () => ada.request('/api/projects')))

  expect(code).toBe(1)
  expect(complaint.trim()).toBe(
    'PostgreSQL allows 5 connections, and Portico needs at least 6 here, 6 with DATABASE_POOL=1: ' +
      'raise its max_connections, or the limit of this user or database.',
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(portico.output.join('\n')).not.toMatch(/no more connections|may open/)
})

test('answers 503 with Retry-After while PostgreSQL has no more connections, says why, and recovers', async ({
  limited,
}) => {
  await limited.allow(12)
  const portico = await startPortico({ DATABASE_URL: limited.url, LOG_LEVEL: 'warn' })
  const ada = await registerFreelancer(portico)
  const readAll = () => Promise.all(Array.from({ length: 30 }, () => ada.request('/api/projects')))

  await limited.allow(0)
  await limited.closeAll()
  const refused = await readAll()
  await limited.allow(12)

  await vi.waitFor(async () => {
    for (const { status } of await readAll()) expect(status).toBe(200)
  }, WAIT_OPTIONS)
  for (const { status, headers } of refused)
    expect({ status, retryAfter: headers.get('retry-after') }).toEqual({ status: 503, retryAfter: '2' })
  const output = portico.output.join('\n')
  expect(output).toMatch(/"level":40.*allows 12 connections, and Portico may open 21 here/)
  expect(output).toMatch(/"level":50.*PostgreSQL has no more connections for Portico/)
})
