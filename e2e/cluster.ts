import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../apps/server/src/platform/postgres.ts'

/** One throw-away PostgreSQL for the whole run; server.ts makes a database a worker in it. */
export default async function startCluster() {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-e2e-'))
  const quiet = { debug() {}, info() {}, warn() {}, error: console.error }
  const { connection, stop } = await startPostgres({ dataDir, log: quiet, throwAway: true })
  process.env.E2E_CLUSTER = JSON.stringify(connection)

  return async () => {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
