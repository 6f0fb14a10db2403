import pg from 'pg'
import { CannotStart } from '../process/cannot-start.ts'

/** Throws CannotStart when the database of DATABASE_URL does not answer or is too old. */
export async function checkDatabase(url: string): Promise<pg.ClientConfig> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {}) // the query fails with the same error
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string }>(
      `select current_setting('server_version_num') as version`,
    )
    const version = Math.floor(Number(rows[0]?.version) / 10_000)
    if (version < 15) {
      throw new CannotStart(`DATABASE_URL leads to PostgreSQL ${version}, and Portico needs 15 or later.`)
    }
    return { connectionString: url }
  } catch (error) {
    if (error instanceof CannotStart) throw error
    throw new CannotStart(`DATABASE_URL leads to no database that answers: ${reasonOf(error)}.`)
  } finally {
    await client.end().catch(() => {})
  }
}

function reasonOf(error: unknown): string {
  // Each address that the host name resolves to failed with its own error.
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return (error as Error).message.replace(/\.$/, '')
}
