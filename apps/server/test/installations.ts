import type { ClientConfig } from 'pg'
import pino from 'pino'
import { inject, onTestFinished } from 'vitest'
import { readConfig } from '../src/config.ts'
import type { claimStorage } from '../src/features/files/installation.service.ts'
import { confirmOwnership } from '../src/ownership.ts'
import { connect, disconnect } from '../src/platform/sql/database.ts'
import { createStorage } from '../src/platform/storage/create-storage.ts'
import { createTestContext } from './context.ts'
import { createDatabase } from './database.ts'
import { executeSql } from './execute-sql.ts'
import { createGiven } from './given.ts'
import { temporaryFolder } from './portico.ts'

const log = pino({ level: 'silent' })

export async function newDatabase() {
  const { connection, drop } = await createDatabase()
  onTestFinished(drop)
  return connection
}

/** A database and storage with a file, and without a marker, as older versions left them. */
export async function usedInstallation(storageUrl: string) {
  const testContext = await createTestContext({ STORAGE_URL: storageUrl }, { isInstalled: false })
  onTestFinished(testContext.close)
  const given = createGiven(testContext.ctx)
  const maya = await given.client(await given.freelancer())
  return { ...testContext, file: await given.file(maya, await given.project(maya)) }
}

/** A copy that PostgreSQL makes of the files of a database, while nobody is connected. */
export async function copyDatabase(connection: ClientConfig) {
  const { database } = connection
  const cluster = inject('cluster')
  await executeSql(cluster, `alter database ${database} allow_connections false`)
  await executeSql(
    cluster,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
  )
  const copy = await createDatabase(database)
  await executeSql(cluster, `alter database ${database} allow_connections true`)
  onTestFinished(copy.drop)
  return copy.connection
}

export async function start(storageUrl: string, connection: ClientConfig) {
  const { stop } = await confirmOwner(storageUrl, connection)
  await stop()
}

async function confirmOwner(storageUrl: string, connection: ClientConfig) {
  const storage = await storageAt(storageUrl)
  const db = connect(connection, log)
  onTestFinished(() => disconnect(db))
  const ownership = await confirmOwnership({ db, storage, log })
  onTestFinished(ownership.stop)
  return ownership
}

async function storageAt(storageUrl: string) {
  const storage = createStorage(readConfig({ STORAGE_URL: storageUrl, DATA_DIR: await temporaryFolder() }))
  onTestFinished(() => storage.close())
  return storage
}

export async function within(
  storageUrl: string,
  connection: ClientConfig,
  work: (ctx: Parameters<typeof claimStorage>[0]) => Promise<void>,
) {
  const db = connect(connection, log)
  const storage = await storageAt(storageUrl)
  await work({ db, storage, log, clock: { now: () => new Date() } }).finally(() => disconnect(db))
}

export async function readMarker(storageUrl: string) {
  return (await storageAt(storageUrl)).readMarker()
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

export const idOf = (connection: ClientConfig) => columnOf(connection, 'id')

export const pauseOf = (connection: ClientConfig) => columnOf(connection, 'clean_up_not_before')
