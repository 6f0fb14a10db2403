import { rm } from 'node:fs/promises'
import { makeRunFolder } from '../apps/server/test/run-folder.ts'
import { startPostgres } from '../packages/embedded-postgres/src/index.ts'

/** Starts one temporary PostgreSQL for the whole run. server.ts creates a database in it for each worker. */
export default async function startCluster() {
  const dataDir = await makeRunFolder()
  const quiet = { debug() {}, info() {}, warn() {}, error: console.error }
  const { connection, stop } = await startPostgres({ dataDir, name: 'portico', log: quiet, throwAway: true })
  process.env.E2E_CLUSTER = JSON.stringify(connection)

  return async () => {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
