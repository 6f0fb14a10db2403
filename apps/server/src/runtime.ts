import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { type Config, readConfig } from './config.ts'
import { createContext } from './context.ts'
import { confirmOwnership } from './ownership.ts'
import { startPostgres } from './platform/postgres.ts'
import { takeDataDir } from './platform/process/data-dir.ts'
import { createLog, type STDERR } from './platform/process/log.ts'
import { refuseBesideOthers, registerProcess } from './platform/process/registration.ts'
import { connect, disconnect } from './platform/sql/database.ts'
import { migrate } from './platform/sql/migrations.ts'
import { checkDatabase } from './platform/sql/own-database.ts'
import { createStorage } from './platform/storage/create-storage.ts'
import type { Storage } from './platform/storage/storage.ts'

export type Runtime = Awaited<ReturnType<typeof startRuntime>>

/**
 * Everything below the HTTP server: the configuration, the folder, the database and the context of the features. A server
 * registers as one of the processes on its database; a command does not. The embedded database has one process by its lock.
 */
export async function startRuntime(
  env: NodeJS.ProcessEnv,
  { registers = false, logTo }: { registers?: boolean; logTo?: typeof STDERR } = {},
) {
  const given = readConfig(env)
  const log = createLog(given.logLevel, logTo)
  const opened: (() => unknown)[] = []

  /** Lets go of everything, the last first. */
  async function close() {
    for (const letGo of opened.splice(0).reverse()) await letGo()
  }

  try {
    const dataDir = await takeDataDir(given.dataDir)
    opened.push(dataDir.release)
    const config: Config = { ...given, appSecret: given.appSecret || (await dataDir.secret()) }
    const database = await openDatabase(config, log)
    opened.push(database.close)
    const isOneOfSeveral = registers && config.databaseUrl !== null
    const storage = createStorage(config)
    if (isOneOfSeveral) await checkForPlace({ config, storage, log }, database.connection)
    await migrate(database.connection, log)
    const ownership = await confirmOwnership({ connection: database.connection, storage, log })
    opened.push(ownership.stop)
    const { ctx, close: closeContext } = await createContext(config, database.connection, log, storage)
    opened.push(closeContext)
    if (isOneOfSeveral) opened.push((await registerProcess(ctx)).end)
    return { config, log, ctx, connection: database.connection, refused: ownership.refused, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function checkForPlace(
  { config, storage, log }: { config: Config; storage: Storage; log: Logger },
  connection: ClientConfig,
) {
  const db = connect({ ...connection, max: 1 }, log)
  try {
    await refuseBesideOthers({ config, db, storage, log })
  } finally {
    await disconnect(db)
  }
}

/** The embedded one, started; or the one that is named. */
export async function openDatabase(
  { databaseUrl, dataDir }: Config,
  log: Logger,
): Promise<{ connection: ClientConfig; close(): Promise<void> }> {
  if (databaseUrl) return { connection: await checkDatabase(databaseUrl), async close() {} }
  const { connection, stop } = await startPostgres({ dataDir, log })
  return { connection, close: stop }
}
