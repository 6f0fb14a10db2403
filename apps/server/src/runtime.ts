import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { completeConfig } from './complete-config.ts'
import { type Config, readConfig } from './config.ts'
import { createContext } from './context.ts'
import { confirmSecret } from './features/files/installation.service.ts'
import { storeMissingSignatures } from './features/receipts/missing-signatures.ts'
import { confirmOwnership } from './ownership.ts'
import { CannotStart } from './platform/process/cannot-start.ts'
import { lockDataDir, openDataDir } from './platform/process/data-dir.ts'
import { createLog, type STDERR } from './platform/process/log.ts'
import { refuseConflictingStart, registerProcess } from './platform/process/registration.ts'
import { checkDatabase } from './platform/sql/check-database.ts'
import { connect, disconnect } from './platform/sql/database.ts'
import { storeMissingEmailKeys } from './platform/sql/email-keys.ts'
import { migrate } from './platform/sql/migrations.ts'
import { requireMigrated } from './platform/sql/schema-status.ts'
import { createStorage } from './platform/storage/create-storage.ts'
import { VERSION } from './version.ts'

export type Runtime = Awaited<ReturnType<typeof startRuntime>>

interface Options {
  registers?: boolean
  /** One of several processes of this machine, whose supervisor holds the data folder. */
  isSupervised?: boolean
  logTo?: typeof STDERR
}

/**
 * Starts everything below the HTTP server. Only a server registers beside the other processes on its database. The embedded
 * database has one process only, because its folder is locked.
 */
export async function startRuntime(
  env: NodeJS.ProcessEnv,
  { registers = false, isSupervised = false, logTo }: Options = {},
) {
  const given = readConfig(env)
  const log = createLog(given.logLevel, logTo)
  await using resources = new AsyncDisposableStack()

  const dataDir = isSupervised
    ? openDataDir(given.dataDir)
    : resources.adopt(await lockDataDir(given.dataDir), ({ release }) => release())
  const config = await completeConfig(given, dataDir)
  // A supervisor has checked this for all of its processes.
  const needs = registers && !isSupervised ? { ...config, log } : undefined
  const connection = await openDatabase(config, log, resources, needs)
  const db = resources.adopt(connect(connection, log, config), disconnect)
  const storage = resources.adopt(createStorage(config), (storage) => storage.close())
  const isOneOfSeveral = registers && config.databaseUrl !== null
  if (isOneOfSeveral) await refuseConflictingStart({ config, db, storage, log, version: VERSION })
  if (config.migrates) await migrate(connection, log)
  else await requireMigrated(db)
  await storeMissingEmailKeys(db, log)
  await storeMissingSignatures(db, log)
  const ownership = await confirmOwnership({ db, storage, log })
  resources.defer(ownership.stop)
  await confirmSecret({ db }, config)
  const ctx = await createContext({ config, connection, db, storage, log }, resources)
  if (isOneOfSeveral) resources.defer((await registerProcess({ ...ctx, version: VERSION })).end)

  const opened = resources.move()
  return {
    config,
    log,
    ctx,
    connection,
    refused: ownership.refused,
    close: () => opened.disposeAsync(),
  }
}

/** Connects to the database of DATABASE_URL, or starts the embedded one. */
export async function openDatabase(
  { databaseUrl, dataDir }: Config,
  log: Logger,
  resources: AsyncDisposableStack,
  needs?: Parameters<typeof checkDatabase>[1],
): Promise<ClientConfig> {
  if (databaseUrl) return checkDatabase(databaseUrl, needs)
  const { startPostgres, EmbeddedPostgresError, VERSION } = await import('@portico/embedded-postgres')
  const advice: Record<string, string> = {
    UNSUPPORTED_PLATFORM: ': set DATABASE_URL',
    NOT_ALLOWED: ': start Portico as an ordinary user, or set DATABASE_URL',
    OTHER_VERSION: `; this Portico brings PostgreSQL ${VERSION}`,
  }
  try {
    const postgres = await startPostgres({ dataDir, name: 'portico', log })
    resources.defer(postgres.stop)
    return postgres.connection
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError)) throw error
    throw new CannotStart(`${error.message}${advice[error.code] ?? ''}.`)
  }
}
