import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Logger } from 'pino'
import { CannotStart } from '../../platform/process/cannot-start.ts'

/** SQLSTATE of a role that may not create databases. */
const NOT_ALLOWED = '42501'
const PREFIX = 'portico_verify_'

/**
 * An empty database for one check: beside the one of `connection` when its user may create databases, and otherwise in an
 * embedded PostgreSQL that is started for it in the folder for temporary files.
 */
export async function openScratchDatabase(connection: pg.ClientConfig, log: Logger) {
  const name = PREFIX + randomBytes(6).toString('hex')
  try {
    await run(
      connection,
      `create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`,
    )
  } catch (error) {
    if ((error as { code?: string }).code === NOT_ALLOWED) return openEmbedded(log)
    throw error
  }
  await dropAbandoned(connection, name).catch(() => {})
  return {
    connection: atDatabase(connection, name),
    drop: () => run(connection, `drop database if exists ${name} with (force)`),
  }
}

/** Of checks that were killed: nobody is connected to them. */
async function dropAbandoned(connection: pg.ClientConfig, own: string) {
  const rows = await run(
    connection,
    `select datname from pg_database d where datname like '${PREFIX.replaceAll('_', '\\_')}%' and datname <> '${own}'
      and not exists (select from pg_stat_activity a where a.datid = d.oid)`,
  )
  for (const { datname } of rows) await run(connection, `drop database if exists ${datname}`)
}

async function openEmbedded(log: Logger) {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-verify-'))
  const removeFolder = () => rm(dataDir, { recursive: true, force: true })
  try {
    const { startPostgres } = await import('@portico/embedded-postgres')
    const postgres = await startPostgres({ dataDir, name: 'portico', log, throwAway: true })
    return {
      connection: postgres.connection as pg.ClientConfig,
      async drop() {
        await postgres.stop()
        await removeFolder()
      },
    }
  } catch (error) {
    await removeFolder()
    throw new CannotStart(
      `There is no database to restore the backup into for the check: give the user of DATABASE_URL the right to create one (alter role … createdb). ${(error as Error).message}.`,
    )
  }
}

function atDatabase(connection: pg.ClientConfig, database: string): pg.ClientConfig {
  if (!connection.connectionString) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  url.searchParams.delete('dbname')
  return { ...connection, connectionString: url.href }
}

async function run(connection: pg.ClientConfig, statement: string) {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
