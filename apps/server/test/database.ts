import { randomBytes } from 'node:crypto'
import type { ClientConfig } from 'pg'
import { inject } from 'vitest'
import { TEMPLATE } from './cluster.ts'
import { executeSql } from './execute-sql.ts'

/** A migrated, empty database of one's own in the run's cluster. */
export async function createDatabase(template: string | null = TEMPLATE) {
  const cluster = inject('cluster')
  const database = `test_${randomBytes(8).toString('hex')}`
  await executeSql(
    cluster,
    `create database ${database}${template ? ` template ${template} strategy file_copy` : ''}`,
  )
  return {
    connection: { ...cluster, database } satisfies ClientConfig,
    drop: () => executeSql(cluster, `drop database ${database} with (force)`),
  }
}
