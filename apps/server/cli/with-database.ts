import type { Logger } from 'pino'
import { type Config, readConfig } from '../src/config.ts'
import { takeDataDir } from '../src/platform/process/data-dir.ts'
import { createLog, STDERR } from '../src/platform/process/log.ts'
import { connect, type Db, disconnect } from '../src/platform/sql/database.ts'
import { migrate } from '../src/platform/sql/migrations.ts'
import { openDatabase } from '../src/runtime.ts'

interface CommandContext {
  config: Config
  db: Db
  log: Logger
  clock: { now(): Date }
}

/**
 * Runs the work of a command on the database, and closes everything however the work ends. With a DATABASE_URL it runs
 * beside the servers; the embedded database belongs to the server, which has to be stopped.
 */
export async function withDatabase<T>(logLevel: string, work: (ctx: CommandContext) => Promise<T>) {
  const given = readConfig({ LOG_LEVEL: logLevel, ...process.env })
  const log = createLog(given.logLevel, STDERR)
  const closers: (() => unknown)[] = []

  try {
    const dataDir = given.databaseUrl ? null : await takeDataDir(given.dataDir)
    if (dataDir) closers.push(dataDir.release)
    const config = { ...given, appSecret: given.appSecret || ((await dataDir?.secret()) ?? '') }
    const database = await openDatabase(config, log)
    closers.push(database.close)
    if (dataDir) await migrate(database.connection, log)
    const db = connect(database.connection, log)
    closers.push(() => disconnect(db))
    return await work({ config, db, log, clock: { now: () => new Date() } })
  } finally {
    for (const close of closers.reverse()) await close()
  }
}
