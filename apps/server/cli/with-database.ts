import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { readStoredSecrets } from '../src/complete-config.ts'
import { type Config, readConfig } from '../src/config.ts'
import { type DataDir, lockDataDir } from '../src/platform/process/data-dir.ts'
import { createLog, STDERR } from '../src/platform/process/log.ts'
import { connect, type Db, disconnect } from '../src/platform/sql/database.ts'
import { migrate } from '../src/platform/sql/migrations.ts'
import { openDatabase } from '../src/runtime.ts'

interface CommandContext {
  config: Config
  db: Db
  log: Logger
  /** For a connection without the limits of `db`. */
  connection: ClientConfig
  clock: { now(): Date }
  /** Null where neither the database nor the secret is in it. */
  dataDir: DataDir | null
}

interface Options {
  /** Reads the secret where the environment has none. It is in DATA_DIR then, which a server that runs has locked. */
  needsSecret?: boolean
  /** Leaves an embedded database of an earlier version as it is. */
  leavesOld?: boolean
}

/** No request waits for a command, and an account with 20,000 projects takes more than 5 s to close. */
const STATEMENT_TIMEOUT_MS = 10 * 60_000

/** With a DATABASE_URL a command runs beside servers. The embedded database is locked by the server, which has to be stopped. */
export async function withDatabase<T>(
  logLevel: string,
  work: (ctx: CommandContext) => Promise<T>,
  { needsSecret = false, leavesOld = false }: Options = {},
) {
  const given = readConfig({ LOG_LEVEL: logLevel, ...process.env })
  const log = createLog(given.logLevel, STDERR)
  await using resources = new AsyncDisposableStack()

  const isInDataDir = !given.databaseUrl || (needsSecret && given.appSecret === '')
  const dataDir = isInDataDir ? await lockDataDir(given.dataDir) : null
  if (dataDir) resources.defer(dataDir.release)
  const config = { ...given, ...(given.appSecret === '' && dataDir && (await readStoredSecrets(dataDir))) }
  const connection = await openDatabase(config, log, resources)
  if (!given.databaseUrl && !leavesOld) await migrate(connection, log)
  const db = resources.adopt(
    connect(connection, log, { statementTimeoutMs: STATEMENT_TIMEOUT_MS }),
    disconnect,
  )
  return await work({ config, db, log, connection, clock: { now: () => new Date() }, dataDir })
}
