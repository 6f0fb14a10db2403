import { openDatabase } from '../src/boot.ts'
import { readConfig } from '../src/config.ts'
import type { StorageContext } from '../src/features/files/orphans.service.ts'
import { takeDataDir } from '../src/platform/data-dir.ts'
import { migrate } from '../src/platform/db/migrations.ts'
import { connect, disconnect } from '../src/platform/db.ts'
import { createLog, STDERR } from '../src/platform/log.ts'
import { createStorage } from '../src/platform/storage.ts'

/**
 * Database and storage, whether or not they belong together. With a DATABASE_URL this runs beside the servers; the embedded
 * database belongs to the server, which has to be stopped.
 */
export async function openStorage(env: NodeJS.ProcessEnv) {
  const config = readConfig({ LOG_LEVEL: 'silent', ...env })
  const log = createLog(config.logLevel, STDERR)
  const opened: (() => unknown)[] = []

  async function close() {
    for (const letGo of opened.splice(0).reverse()) await letGo()
  }

  try {
    const dataDir = config.databaseUrl ? null : await takeDataDir(config.dataDir)
    if (dataDir) opened.push(dataDir.release)
    const database = await openDatabase(config, log)
    opened.push(database.close)
    if (dataDir) await migrate(database.connection, log)
    const db = connect(database.connection, log)
    opened.push(() => disconnect(db))
    const storage = createStorage(config)
    opened.push(storage.close)
    const ctx: StorageContext = { config, db, storage, log, clock: { now: () => new Date() } }
    return { ctx, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Opens, works and closes, however the work ends. */
export async function withStorage<T>(work: (ctx: StorageContext) => Promise<T>) {
  const { ctx, close } = await openStorage(process.env)
  return work(ctx).finally(close)
}
