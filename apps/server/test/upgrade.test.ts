import { sql } from 'kysely'
import { test as base, expect } from 'vitest'
import { buildApp } from '../src/app.ts'
import { requireMigrated } from '../src/platform/sql/schema-status.ts'
import { runCommand } from './command.ts'
import { createTestContext } from './context.ts'
import { urlOf } from './database-url.ts'

const EXPAND = '0162_expand_migrations'
const CONTRACT = '0159_process_roles'

/** A database on which the test says which migrations have run. */
const test = base.extend('database', async ({}, { onCleanup }) => {
  const { ctx, connection, close } = await createTestContext({}, { isInstalled: false })
  onCleanup(close)
  const execute = (text: string) => sql.raw(text).execute(ctx.db)
  return {
    ctx,
    forget: (name: string) => execute(`delete from kysely_migration where name = '${name}'`),
    apply: (name: string) => execute(`insert into kysely_migration values ('${name}', '2026-11-28')`),
    expand: (name: string) => execute(`insert into expand_migration values ('${name}')`),
    addProcess: (version: string) =>
      ctx.db
        .insertInto('process')
        .values({
          id: crypto.randomUUID(),
          mark: 'x-1-1',
          host: 'web-2',
          pid: 7,
          storage: '',
          secret_check: '',
          version,
        })
        .execute(),
    portico: (...args: string[]) =>
      runCommand(args, { DATABASE_URL: urlOf(connection) }).catch((error) => error),
  }
})

test('/readyz says when the process does not fit the database', async ({ database }) => {
  const { ctx, forget, apply, expand } = database
  const app = await buildApp(ctx, { web: false })
  const readiness = async () => {
    const reply = await app.inject('/readyz')
    return { status: reply.statusCode, schema: reply.json().schema }
  }
  expect(await readiness()).toEqual({ status: 200, schema: undefined })

  await forget(EXPAND)
  expect(await readiness()).toMatchObject({ status: 503, schema: expect.stringMatching(/^too old: run/) })
  await apply(EXPAND)
  await apply('9000_later')
  expect(await readiness()).toMatchObject({ status: 503, schema: expect.stringMatching(/^too new: start/) })
  await expand('9000_later')
  expect(await readiness()).toEqual({ status: 200, schema: undefined })
  await app.close()
})

test('with MIGRATE=no a start says what is missing, and accepts what a later version has added', async ({
  database,
}) => {
  const { ctx, forget, apply, expand } = database
  await apply('9000_later')
  await expect(requireMigrated(ctx.db)).rejects.toThrow('made by a newer Portico (it has 9000_later)')
  await expand('9000_later')
  await requireMigrated(ctx.db)

  await forget(EXPAND)
  await expect(requireMigrated(ctx.db)).rejects.toThrow(
    'The database was made by another Portico (it has 9000_later, and lacks 0162_expand_migrations)',
  )
  await forget('9000_later')
  await expect(requireMigrated(ctx.db)).rejects.toThrow(
    'The database is too old for this version (0162_expand_migrations has not run), and MIGRATE is no: run `npx portico migrate` first.',
  )
})

test('upgrade --check says what would run, and fails when that breaks a process that runs', async ({
  database: { portico, forget, addProcess },
}) => {
  await addProcess('0.0.9')
  expect(await portico('upgrade', '--check')).toMatchObject({
    stdout: expect.stringMatching(
      /The database is up to date\.\nProcess 7 on web-2 runs version 0\.0\.9\.\n$/,
    ),
  })
  await forget(EXPAND)
  expect(await portico('upgrade', '--check')).toMatchObject({
    stdout: expect.stringContaining(`The database is too old.\n  ${EXPAND}\nProcess 7`),
    stderr: '',
  })
  await forget(CONTRACT)
  const refused = {
    code: 1,
    stderr: expect.stringMatching(/^Another Portico \(process 7 on web-2\) .+ first\.\n$/),
  }
  expect(await portico('upgrade', '--check')).toMatchObject({
    ...refused,
    stdout: expect.stringContaining(`  ${CONTRACT}: processes of earlier versions have to stop first\n`),
  })
  expect(await portico('migrate')).toMatchObject(refused)
})

test('migrate says what it did', async ({ database: { portico } }) => {
  expect(await portico('migrate', '--json')).toMatchObject({ stdout: '{\n  "migrated": []\n}\n' })
})
