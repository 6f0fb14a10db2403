import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { TEMPLATE } from './cluster.ts'

/** A migrated, empty database of one's own in the run's cluster. */
export async function createDatabase(template: string | null = TEMPLATE) {
  const cluster = inject('cluster')
  const database = `test_${randomBytes(8).toString('hex')}`
  await ask(cluster, `create database ${database}${template ? ` template ${template}` : ''}`)
  return {
    connection: { ...cluster, database } satisfies pg.ClientConfig,
    drop: () => ask(cluster, `drop database ${database} with (force)`),
  }
}

async function ask(connection: pg.ClientConfig, statement: string) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
