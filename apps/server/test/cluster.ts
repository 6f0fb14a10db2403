import { rm } from 'node:fs/promises'
import { startPostgres } from '@portico/embedded-postgres'
import type { ClientConfig } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/platform/sql/migrations.ts'
import { executeSql } from './execute-sql.ts'
import { makeRunFolder } from './run-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** How to reach the temporary cluster; database.ts creates databases in it. */
    cluster: ClientConfig
  }
}

export const TEMPLATE = 'template_portico'

/** Starts one PostgreSQL for the whole run. It stops with the run, even if that is killed. */
export default async function startCluster(project: TestProject) {
  const folder = await makeRunFolder()
  const quiet = { debug() {}, info() {}, warn() {}, error: console.error }
  const postgres = await startPostgres({ dataDir: folder, name: 'portico', log: quiet, throwAway: true })
  const stop = async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
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

async function makeTemplate(connection: ClientConfig) {
  await executeSql(connection, `create database ${TEMPLATE}`)
  await migrate({ ...connection, database: TEMPLATE }, { info() {} })
}
