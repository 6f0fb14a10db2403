import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { test as base, expect, onTestFinished, vi } from 'vitest'
import { startJobs } from '../src/platform/jobs/runner.ts'
import { startRuntime } from '../src/runtime.ts'
import { work } from '../src/work.ts'
import { createCleanupStack, type OnCleanup } from './cleanup-stack.ts'
import { createDatabase } from './database.ts'
import { urlOf } from './database-url.ts'
import { executeSql } from './execute-sql.ts'
import { startPortico, temporaryFolder } from './portico.ts'
import { startRedis } from './redis.ts'
import { startS3 } from './s3.ts'
import { uploaderAt } from './uploader.ts'
import { WAIT_OPTIONS } from './wait-options.ts'

/** One process for the whole file, with Redis and files in a folder. */
const test = base
  .extend('first', { scope: 'file' }, async ({}, { onCleanup }) => {
    const clean = createCleanupStack(onCleanup)
    const folder = await temporaryFolder(clean)
    const { connection, env } = await createSharedEnvironment(`file://${folder}`, clean)
    const { REDIS_URL: _, ...withoutRedis } = env
    const portico = await startPortico(env, { onCleanup: clean })
    return { connection, env, withoutRedis, folder, portico }
  })
  .extend('connection', ({ first }) => first.connection)

test('refuses a second process without Redis before it migrates', async ({
  first: { withoutRedis, portico },
  connection,
}) => {
  // A second process that migrated would fail on the missing table, or create it again.
  await executeSql(connection, 'alter table kysely_migration rename to renamed')

  await expect(startAnother(withoutRedis)).rejects.toThrow(
    RegExp(
      `^Another Portico \\(process ${portico.pid} on \\S+\\) runs on this database: set REDIS_URL [^.]+\\.$`,
    ),
  )

  await executeSql(connection, 'alter table renamed rename to kysely_migration')
  expect(await fetch(`${portico.url}/readyz`)).toMatchObject({ status: 200 })
})

test('refuses to migrate under a running process of another version', async ({
  first: { env, portico },
  connection,
}) => {
  const pending = '0102_changed_addresses'
  await executeSql(connection, `update process set version = '0.0.9'`)
  await executeSql(connection, `delete from kysely_migration where name = '${pending}'`)

  // A second process that migrated would fail on the columns that are there already.
  await expect(startAnother(env)).rejects.toThrow(
    RegExp(
      `^Another Portico \\(process ${portico.pid} on \\S+, version 0\\.0\\.9\\) runs on this database, which `,
    ),
  )

  await executeSql(connection, `insert into kysely_migration values ('${pending}', '2026-11-27')`)
  expect(await fetch(`${portico.url}/readyz`)).toMatchObject({ status: 200 })
})

test('keeps partial uploads to a folder when another process starts', async ({
  first: { env, folder, portico },
}) => {
  await expectPartialUploadsKept(portico, env, () =>
    vi.waitFor(async () => expect(await readdir(join(folder, 'drafts'))).toHaveLength(1), WAIT_OPTIONS),
  )
})

test('keeps partial uploads to S3 when another process starts', async () => {
  const s3 = await startS3()
  onTestFinished(s3.close)
  const { env } = await createSharedEnvironment(s3.url, onTestFinished)

  await expectPartialUploadsKept(await startPortico(env), env)
})

// The last test, because it stops the process.
test('accepts a restart right after kill -9', async ({ first: { withoutRedis, portico }, connection }) => {
  await portico.end('SIGKILL')

  // Without Redis a process that still ran would refuse it.
  const second = await startPortico({ ...withoutRedis, DATA_DIR: portico.dataDir })

  expect(await fetch(`${second.url}/readyz`)).toMatchObject({ status: 200 })
  expect(await second.end('SIGTERM')).toBe(0)
  const database = new pg.Client(connection)
  await database.connect()
  onTestFinished(() => database.end())
  expect((await database.query('select * from process')).rows).toEqual([])
})

async function createSharedEnvironment(storageUrl: string, onCleanup: OnCleanup) {
  const { connection, drop } = await createDatabase()
  onCleanup(drop)
  const redis = await startRedis(onCleanup)
  const env = {
    DATABASE_URL: urlOf(connection),
    REDIS_URL: redis.url,
    APP_SECRET: randomBytes(32).toString('hex'),
    STORAGE_URL: storageUrl,
  }
  return { connection, env }
}

/** Completes a form and a resumable upload that began before another process started. */
async function expectPartialUploadsKept(
  portico: { url: string },
  env: Record<string, string>,
  untilWritten = async () => {},
) {
  const ada = await uploaderAt(() => portico)
  const bytes = randomBytes(3_000_000)
  const form = await ada.beginForm(bytes)
  await form.send(0.5)
  const location = (await ada.beginInPieces(bytes.length)).headers.get('location') ?? ''
  expect((await ada.sendPiece(location, 0, bytes.subarray(0, 1_000_000))).status).toBe(204)
  await untilWritten()

  await startAnother(env)
  await form.send(1)

  expect(await form.answer()).toMatchObject({ status: 201 })
  expect((await ada.sendPiece(location, 1_000_000, bytes.subarray(1_000_000))).status).toBe(204)
  expect((await ada.list()).map(({ size }) => size)).toEqual([bytes.length, bytes.length])
}

/** Starts what a second server process starts, all but its HTTP server, in the process of the test. */
async function startAnother(env: Record<string, string>) {
  const runtime = await startRuntime(
    { ...env, DATA_DIR: await temporaryFolder(), LOG_LEVEL: 'silent' },
    { registers: true },
  )
  onTestFinished(runtime.close)
  const jobs = await startJobs(runtime.ctx, runtime.connection, work)
  onTestFinished(jobs.stop)
}
