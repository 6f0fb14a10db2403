import { rm } from 'node:fs/promises'
import { startPostgres } from '../apps/server/src/platform/postgres.ts'
import { makeRunFolder } from '../apps/server/test/run-folder.ts'

/** One throw-away PostgreSQL for the whole run; server.ts makes a database a worker in it. */
export default async function startCluster() {
  const dataDir = await makeRunFolder()
  const quiet = { debug() {}, info() {}, warn() {}, error: console.error }
  const { connection, stop } = await startPostgres({ dataDir, log: quiet, throwAway: true })
  process.env.E2E_CLUSTER = JSON.stringify(connection)

  return async () => {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
