import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import pino from 'pino'
import { test as base, describe, expect, onTestFinished, vi } from 'vitest'
import { readConfig } from '../src/config.ts'
import { adoptStorage, claimStorage, registerStart } from '../src/features/files/installation.service.ts'
import { confirmOwnership } from '../src/ownership.ts'
import { connect, disconnect } from '../src/platform/sql/database.ts'
import { createStorage } from '../src/platform/storage/create-storage.ts'
import { createTestContext } from './context.ts'
import { createDatabase } from './database.ts'
import { urlOf } from './database-url.ts'
import { executeSql } from './execute-sql.ts'
import { createGiven } from './given.ts'
import { failToStart, isAlive, startPortico, temporaryFolder } from './portico.ts'
import { startS3 } from './s3.ts'

const log = pino({ level: 'silent' })

const test = base.extend('s3', async ({}, { onCleanup }) => {
  const s3 = await startS3()
  onCleanup(s3.close)
  return s3
})

describe.for(['local', 's3'] as const)('an installation with %s storage', (kind) => {
  const placeOf = async (s3: { url: string }) =>
    kind === 's3' ? s3.url : `file://${await temporaryFolder()}`

  test('writes its id into a new storage, and starts on it again', async ({ s3 }) => {
    const [place, database] = [await placeOf(s3), await newDatabase()]

    await start(place, database)
    const marker = await markerIn(place)
    await start(place, database)

    expect(JSON.parse(marker ?? '')).toMatchObject({ installation: await idOf(database) })
    expect(await markerIn(place)).toBe(marker)
  })

  test('refuses a new database on the storage of another installation, which keeps its files', async ({
    s3,
  }) => {
    const place = await placeOf(s3)
    const { ctx, connection, file } = await usedInstallation(place)
    await start(place, connection)
    const other = await newDatabase()

    const { message } = await refusalOf(start(place, other))

    expect(message).toBe(
      `The storage ${ctx.storage.name} belongs to installation ${await idOf(connection)}, and this database is new ` +
        `(installation ${await idOf(other)}): correct DATABASE_URL or STORAGE_URL, or run ` +
        '`npx portico storage adopt` if the two belong together.',
    )
    expect(await ctx.storage.getSize(`files/${file.id}`)).toBe(file.size)
  })

  test('accepts its own storage from before markers existed, and refuses it to another database', async ({
    s3,
  }) => {
    const place = await placeOf(s3)
    const { connection } = await usedInstallation(place)

    await expect(start(place, await newDatabase())).rejects.toThrow('has files that this database')
    expect(await markerIn(place)).toBeUndefined()
    await start(place, connection)

    expect(await markerIn(place)).toContain(await idOf(connection))
  })

  test('refuses to start when the marker has gone missing, and does not write it again', async ({ s3 }) => {
    const place = await placeOf(s3)
    const { connection, ctx } = await usedInstallation(place)
    await start(place, connection)
    await removeMarker(place, ctx)

    const { message } = await refusalOf(start(place, connection))

    expect(message).toContain(
      `has no portico-installation.json, and this database (installation ${await idOf(connection)}) needs it there`,
    )
    expect(await markerIn(place)).toBeUndefined()
  })

  test('completes a start that was killed before or after the marker was written', async ({ s3 }) => {
    for (const killed of ['before', 'after'] as const) {
      const [place, database] = [`${await placeOf(s3)}`, await newDatabase()]
      const own = kind === 's3' ? place.replace('/prefix', `/${killed}`) : place
      await within(own, database, async (ctx) => {
        await registerStart(ctx, 'test')
        if (killed === 'after') await claimStorage(ctx)
      })
      await executeSql(database, 'update installation set marked_at = null')

      await start(own, database)

      expect(await markerIn(own)).toContain(await idOf(database))
      await expect(start(own, await newDatabase())).rejects.toThrow('belongs to installation')
    }
  })

  test('starts twice at the same moment', async ({ s3 }) => {
    const [place, database] = [await placeOf(s3), await newDatabase()]

    await Promise.all([start(place, database), start(place, database), start(place, database)])

    expect(await markerIn(place)).toContain(await idOf(database))
  })
})

test("starts while the storage does not answer, and stops once the storage proves to be another's", {
  timeout: 120_000,
}, async ({ s3 }) => {
  await start(s3.url, await newDatabase())
  s3.meanwhile(() => true)
  const portico = await startPortico({
    STORAGE_URL: s3.url,
    DATABASE_URL: urlOf(await newDatabase()),
  })

  s3.meanwhile(() => false)
  // Its last request to the silent store is given up after twice the ten seconds; then it asks again.
  await vi.waitFor(() => expect(isAlive(portico.pid)).toBe(false), { timeout: 80_000, interval: 100 })

  expect(await portico.end('SIGTERM')).toBe(1)
})

test('a process that cannot start says so in one sentence', async () => {
  const folder = await temporaryFolder()
  const STORAGE_URL = `file://${folder}`
  const first = await startPortico({ STORAGE_URL, DATABASE_URL: urlOf(await newDatabase()) })
  expect(await first.end('SIGTERM')).toBe(0)

  const { code, complaint } = await failToStart({
    STORAGE_URL,
    DATA_DIR: await temporaryFolder(),
    DATABASE_URL: urlOf(await newDatabase()),
  })

  expect(code).toBe(1)
  expect(complaint).toMatch(
    /^The storage \S+ belongs to installation \S+, and this database is new [^\n]+\.\n$/,
  )
})

test('a new version stops the clean-up for a day, the same one does not', async () => {
  const [place, database] = [`file://${await temporaryFolder()}`, await newDatabase()]
  await start(place, database)
  await setPause(database, '2026-01-01')
  // What PostgreSQL does in the course of time must not be taken for a restore.
  await executeSql(database, 'vacuum (full, freeze) installation')
  await start(place, database)
  const after = await pauseOf(database)
  await executeSql(database, `update installation set version = '0.0.9'`)

  await start(place, database)

  expect(after).toBe('2026-01-01T00:00:00.000Z')
  expectADayFromNow(await pauseOf(database))
})

test.for(['the same version', 'a newer version', 'storage adopt'] as const)(
  'a database that was filled from a dump ends its sessions and stops the clean-up for a day: %s',
  async (next) => {
    const place = `file://${await temporaryFolder()}`
    const { connection, ctx } = await usedInstallation(place)
    await start(place, connection)
    await setPause(connection, '2026-01-01')
    const before = await ctx.db.selectFrom('session').select('id').execute()
    // What pg_restore does: it copies the row as it was, and makes the triggers later.
    await executeSql(
      connection,
      `alter table installation disable trigger all;
     update installation set version = ${next === 'a newer version' ? "'0.0.9'" : 'version'};
     alter table installation enable trigger all`,
    )

    if (next === 'storage adopt') await within(place, connection, adoptStorage)
    await start(place, connection)

    expect(before.length).toBeGreaterThan(0)
    expect(await ctx.db.selectFrom('session').select('id').execute()).toEqual([])
    expectADayFromNow(await pauseOf(connection))
  },
)

async function newDatabase() {
  const { connection, drop } = await createDatabase()
  onTestFinished(drop)
  return connection
}

/** Somebody has uploaded a file, and no marker was ever written: as before there were any. */
async function usedInstallation(place: string) {
  const testContext = await createTestContext({ STORAGE_URL: place })
  onTestFinished(testContext.close)
  const given = createGiven(testContext.ctx)
  const maya = await given.client(await given.freelancer())
  return { ...testContext, file: await given.file(maya, await given.project(maya)) }
}

async function start(place: string, connection: ClientConfig) {
  const { stop } = await confirmation(place, connection)
  await stop()
}

function refusalOf(begun: Promise<void>) {
  return begun.then(
    () => expect.unreachable('it started'),
    (error: Error) => error,
  )
}

async function confirmation(place: string, connection: ClientConfig) {
  const storage = await storageAt(place)
  const db = connect(connection, log)
  onTestFinished(() => disconnect(db))
  const ownership = await confirmOwnership({ db, storage, log })
  onTestFinished(ownership.stop)
  return ownership
}

async function storageAt(place: string) {
  const storage = createStorage(readConfig({ STORAGE_URL: place, DATA_DIR: await temporaryFolder() }))
  onTestFinished(() => storage.close())
  return storage
}

async function within(
  place: string,
  connection: ClientConfig,
  work: (ctx: Parameters<typeof claimStorage>[0]) => Promise<void>,
) {
  const db = connect(connection, log)
  const storage = await storageAt(place)
  await work({ db, storage, log, clock: { now: () => new Date() } }).finally(() => disconnect(db))
}

async function markerIn(place: string) {
  return (await storageAt(place)).readMarker()
}

async function removeMarker(place: string, { storage }: { storage: { name: string } }) {
  if (place.startsWith('file:')) return rm(join(storage.name, 'portico-installation.json'))
  const { DeleteObjectCommand, S3Client } = await import('@aws-sdk/client-s3')
  const endpoint = new URL(place).searchParams.get('endpoint') ?? ''
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const client = new S3Client({ region: 'us-east-1', endpoint, credentials, forcePathStyle: true })
  await client.send(new DeleteObjectCommand({ Bucket: 'portico', Key: 'prefix/portico-installation.json' }))
  client.destroy()
}

async function columnOf(connection: ClientConfig, column: 'id' | 'clean_up_not_before'): Promise<string> {
  const db = connect(connection, log)
  const { [column]: value } = await db
    .selectFrom('installation')
    .select(column)
    .executeTakeFirstOrThrow()
    .finally(() => disconnect(db))
  return value
}

const idOf = (connection: ClientConfig) => columnOf(connection, 'id')
const pauseOf = (connection: ClientConfig) => columnOf(connection, 'clean_up_not_before')

function setPause(connection: ClientConfig, until: string) {
  return executeSql(connection, `update installation set clean_up_not_before = '${until}T00:00:00Z'`)
}

/** To the minute: the clock of the process and a busy machine. */
function expectADayFromNow(instant: string) {
  const minutes = (Date.parse(instant) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(23 * 60)
  expect(minutes).toBeLessThanOrEqual(24 * 60 + 1)
}
