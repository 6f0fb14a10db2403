import { findRunningPostgres } from '@portico/embedded-postgres'
import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { type Config, readConfig } from '../src/config.ts'
import { lockDataDir } from '../src/platform/process/data-dir.ts'
import { createLog, STDERR } from '../src/platform/process/log.ts'
import { openDatabase } from '../src/runtime.ts'

interface Parts {
  config: Config
  connection: ClientConfig
  log: Logger
}

/** For commands that may run beside a server with the embedded database too, because they only read. Migrates nothing. */
export async function withRunningDatabase<T>(work: (parts: Parts) => Promise<T>) {
  const config = readConfig({ LOG_LEVEL: 'silent', ...process.env })
  const log = createLog(config.logLevel, STDERR)
  const running = config.databaseUrl
    ? undefined
    : await findRunningPostgres({ dataDir: config.dataDir, name: 'portico' })
  if (running) return work({ config, connection: running, log })
  return withOwnDatabase(work)
}

/** The same for those that change it: a server with the embedded database has to be stopped. */
export async function withOwnDatabase<T>(work: (parts: Parts) => Promise<T>) {
  const config = readConfig({ LOG_LEVEL: 'silent', ...process.env })
  const log = createLog(config.logLevel, STDERR)
  await using resources = new AsyncDisposableStack()
  if (!config.databaseUrl) resources.defer((await lockDataDir(config.dataDir)).release)
  return await work({ config, connection: await openDatabase(config, log, resources), log })
}
