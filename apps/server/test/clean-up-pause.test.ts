import type { ClientConfig } from 'pg'
import { test as base, expect } from 'vitest'
import { adoptStorage } from '../src/features/files/installation.service.ts'
import { executeSql } from './execute-sql.ts'
import { newDatabase, pauseOf, start, usedInstallation, within } from './installations.ts'
import { temporaryFolder } from './portico.ts'
import { startS3 } from './s3.ts'

const test = base.extend('s3', async ({}, { onCleanup }) => {
  const s3 = await startS3()
  onCleanup(s3.close)
  return s3
})

test('pauses the clean-up for a day after an upgrade, and not after a restart', async () => {
  const [storageUrl, database] = [`file://${await temporaryFolder()}`, await newDatabase()]
  await start(storageUrl, database)
  await setPause(database, '2026-01-01')
  // A vacuum must not look like a restore.
  await executeSql(database, 'vacuum (full, freeze) installation')
  await start(storageUrl, database)
  const after = await pauseOf(database)
  await executeSql(database, `update installation set version = '0.0.9'`)

  await start(storageUrl, database)

  expect(after).toBe('2026-01-01T00:00:00.000Z')
  expectADayFromNow(await pauseOf(database))
})

test.for(['the same version', 'a newer version', 'storage adopt'] as const)(
  'ends the access to a restored database, takes its storage away and pauses the clean-up for a day: %s',
  async (next) => {
    const storageUrl = `file://${await temporaryFolder()}`
    const { connection, ctx } = await usedInstallation(storageUrl)
    await start(storageUrl, connection)
    await setPause(connection, '2026-01-01')
    const accesses = async () => [
      await ctx.db.selectFrom('session').select('id').execute(),
      await ctx.db.selectFrom('login_link').select('client_id').execute(),
    ]
    const before = await accesses()
    // pg_restore copies the row before it creates the triggers.
    await executeSql(
      connection,
      `alter table installation disable trigger all;
     update installation set version = ${next === 'a newer version' ? "'0.0.9'" : 'version'};
     alter table installation enable trigger all`,
    )

    if (next === 'storage adopt') await within(storageUrl, connection, adoptStorage)
    else
      await expect(start(storageUrl, connection)).rejects.toThrow('belongs to another copy of this database')
    const pause = await pauseOf(connection)
    const after = await accesses()
    if (next !== 'storage adopt') await within(storageUrl, connection, adoptStorage)
    await start(storageUrl, connection)

    expect(before.map(({ length }) => length)).toEqual([2, 1])
    expect(after).toEqual([[], []])
    expectADayFromNow(pause)
  },
)

function setPause(connection: ClientConfig, until: string) {
  return executeSql(connection, `update installation set clean_up_not_before = '${until}T00:00:00Z'`)
}

/** A minute of tolerance for a busy machine. */
function expectADayFromNow(instant: string) {
  const minutes = (Date.parse(instant) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(23 * 60)
  expect(minutes).toBeLessThanOrEqual(24 * 60 + 1)
}
