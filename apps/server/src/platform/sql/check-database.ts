import pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import { CannotStart } from '../process/cannot-start.ts'
import { connectionsOfProcess, poolFor } from './connection-counts.ts'
import { isServerFull } from './full-server.ts'

interface Database {
  version: number
  /** How many connections PostgreSQL allows to this user in this database. */
  allowed: number
}

/** What a server needs. A command needs one connection or two. */
interface Needs extends Pick<Config, 'databasePool' | 'role' | 'processes'> {
  log: Pick<Logger, 'warn'>
}

/** Throws CannotStart when the database of DATABASE_URL does not answer, is too old or allows too few connections. */
export async function checkDatabase(url: string, needs?: Needs): Promise<pg.ClientConfig> {
  const { version, allowed } = await readDatabase(url)
  if (version < 15)
    throw new CannotStart(`DATABASE_URL leads to PostgreSQL ${version}, and Portico needs 15 or later.`)
  if (needs) checkConnections(allowed, needs)
  return { connectionString: url }
}

async function readDatabase(url: string): Promise<Database> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {}) // the query fails with the same error
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string; limits: number[] }>(`
      select current_setting('server_version_num') as version,
        array[
          current_setting('max_connections')::int - case when rolsuper then 0
            else current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true)::int, 0) end,
          case when rolconnlimit >= 0 and not rolsuper then rolconnlimit end,
          case when datconnlimit >= 0 and not rolsuper then datconnlimit end
        ] as limits
      from pg_roles, pg_database where rolname = current_user and datname = current_database()`)
    const [{ version, limits }] = rows as [{ version: string; limits: (number | null)[] }]
    return {
      version: Math.floor(Number(version) / 10_000),
      allowed: Math.min(...limits.filter((limit) => limit !== null)),
    }
  } catch (error) {
    throw new CannotStart(
      isServerFull(error)
        ? `PostgreSQL has no connection left for Portico (${reasonOf(error)}): close others, or raise its max_connections or the limit of this user or database.`
        : `DATABASE_URL leads to no database that answers: ${reasonOf(error)}.`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

function checkConnections(allowed: number, { databasePool, role, processes, log }: Needs) {
  const fewest = processes * connectionsOfProcess(1, role)
  const most = processes * connectionsOfProcess(databasePool, role)
  const allows = `PostgreSQL allows ${allowed} connections, and Portico`
  const raise = 'raise its max_connections, or the limit of this user or database'
  if (allowed < fewest)
    throw new CannotStart(
      `${allows} needs at least ${fewest} here, ${most} with DATABASE_POOL=${databasePool}: ${raise}.`,
    )
  if (allowed < most)
    log.warn(
      { allowed, needed: most },
      `${allows} may open ${most} here: ${raise}, or set DATABASE_POOL to ${poolFor(Math.floor(allowed / processes), role)}`,
    )
}

function reasonOf(error: unknown): string {
  // Each address that the host name resolves to failed with its own error.
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return (error as Error).message.replace(/\.$/, '')
}
