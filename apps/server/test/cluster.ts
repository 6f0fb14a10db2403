import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/platform/migrations.ts'
import { startPostgres } from '../src/platform/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** How to reach the throw-away cluster; database.ts makes databases in it. */
    cluster: pg.ClientConfig
  }
}

export const TEMPLATE = 'template_portico'

/** One PostgreSQL for the whole run, made for it and gone with it, even when the run is interrupted. */
export default async function startCluster(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-test-'))
  const quiet = { debug() {}, info() {}, warn() {}, error: console.error }
  const postgres = await startPostgres({ dataDir, log: quiet, throwAway: true })
  const removeNow = () => {
    const pid = postgres.pid()
    if (pid) process.kill(pid, 'SIGQUIT')
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
  process.once('exit', removeNow)

  const stop = async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
    process.off('exit', removeNow)
  }

  try {
    await makeTemplate(postgres.connection)
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('cluster', postgres.connection)
  return stop
}

async function makeTemplate(connection: pg.ClientConfig) {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  await migrate({ ...connection, database: TEMPLATE }, { info() {} })
}
