import { openDatabase } from '../src/boot.ts'
import { readConfig } from '../src/config.ts'
import type { BillingContext } from '../src/features/billing/account.ts'
import { ensureCatalogue } from '../src/features/billing/catalogue.ts'
import { takeDataDir } from '../src/platform/data-dir.ts'
import { migrate } from '../src/platform/db/migrations.ts'
import { connect, disconnect } from '../src/platform/db.ts'
import { createLive } from '../src/platform/live.ts'
import { createLog, STDERR } from '../src/platform/log.ts'
import { createPayments } from '../src/platform/payments.ts'

/**
 * Database and payments, and nothing else: on a database of one's own this runs beside the servers, which hear from the
 * database what has ended, and touches no storage. The embedded one belongs to the server, which has to be stopped.
 */
export async function openBilling(env: NodeJS.ProcessEnv) {
  const given = readConfig({ LOG_LEVEL: 'warn', ...env })
  const log = createLog(given.logLevel, STDERR)
  const opened: (() => unknown)[] = []

  async function close() {
    for (const letGo of opened.splice(0).reverse()) await letGo()
  }

  try {
    const dataDir = given.databaseUrl ? null : await takeDataDir(given.dataDir)
    if (dataDir) opened.push(dataDir.release)
    const config = { ...given, appSecret: given.appSecret || ((await dataDir?.secret()) ?? '') }
    const database = await openDatabase(config, log)
    opened.push(database.close)
    if (dataDir) await migrate(database.connection, log)
    const db = connect(database.connection, log)
    opened.push(() => disconnect(db))
    const payments = createPayments(config, ensureCatalogue)
    opened.push(payments.close)
    const ctx: BillingContext = { db, payments, live: createLive(), clock: { now: () => new Date() }, log }
    return { ctx, close }
  } catch (error) {
    await close()
    throw error
  }
}
