import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { type Config, readConfig } from '../src/config.ts'
import { lockDataDir } from '../src/platform/process/data-dir.ts'
import { createLog, STDERR } from '../src/platform/process/log.ts'
import { connect, type Db, disconnect } from '../src/platform/sql/database.ts'
import { migrate } from '../src/platform/sql/migrations.ts'
import { openDatabase, readStoredSecrets } from '../src/runtime.ts'

interface CommandContext {
  config: Config
  db: Db
  log: Logger
  /** For a connection without the limits of `db`. */
  connection: ClientConfig
  clock: { now(): Date }
}

/** No request waits for a command, and an account with 20,000 projects takes more than 5 s to close. */
const STATEMENT_TIMEOUT_MS = 10 * 60_000

/** With a DATABASE_URL a command runs beside servers. The embedded database is locked by the server, which has to be stopped. */
export async function withDatabase<T>(logLevel: string, work: (ctx: CommandContext) => Promise<T>) {
  const given = readConfig({ LOG_LEVEL: logLevel, ...process.env })
  const log = createLog(given.logLevel, STDERR)
  await using resources = new AsyncDisposableStack()

  const dataDir = given.databaseUrl ? null : await lockDataDir(given.dataDir)
  if (dataDir) resources.defer(dataDir.release)
  const config = { ...given, ...(given.appSecret === '' && dataDir && (await readStoredSecrets(dataDir))) }
  const connection = await openDatabase(config, log, resources)
  if (dataDir) await migrate(connection, log)
  const db = resources.adopt(
    connect(connection, log, { statementTimeoutMs: STATEMENT_TIMEOUT_MS }),
    disconnect,
  )
  return await work({ config, db, log, connection, clock: { now: () => new Date() } })
}
