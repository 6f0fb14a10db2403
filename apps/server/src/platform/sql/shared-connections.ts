import pg from 'pg'
import { fetchRows } from './fetch-rows.ts'

const MAX_CONNECTIONS = 3

export interface SharedConnections {
  query<Row>(query: pg.QueryConfig): Promise<Row[]>
  close(): void
}

interface Connection {
  client?: Promise<pg.Client>
  pending: number
}

/**
 * A few connections in `pg`'s pipeline mode: queries follow each other without waiting for the results before them, so
 * PostgreSQL is seldom put to sleep and woken in between. Each query is its own transaction and fails alone.
 */
export function openSharedConnections(
  options: pg.ClientConfig,
  onOpen: (client: pg.Client) => void,
): SharedConnections {
  const connections = Array.from({ length: MAX_CONNECTIONS }, (): Connection => ({ pending: 0 }))
  let closed = false

  return {
    async query(query) {
      if (closed) throw new Error('The database connections are closed.')
      const connection = leastBusy()
      connection.client ??= open(connection)
      const { client } = connection
      connection.pending++
      try {
        return await fetchRows(await client, query)
      } catch (error) {
        // After any error but one of PostgreSQL's own, the connection is as good as closed.
        if (!(error instanceof pg.DatabaseError)) discard(connection, client)
        throw error
      } finally {
        connection.pending--
      }
    },
    close() {
      closed = true
      for (const { client } of connections) client?.then((open) => open.end()).catch(() => {})
    },
  }

  /** The first of those that have least to do, so that no more are open than are needed. */
  function leastBusy() {
    return connections.reduce((best, one) => (one.pending < best.pending ? one : best))
  }

  function open(connection: Connection) {
    const client = new pg.Client({ ...options, pipeline: true })
    const opened = client.connect()
    client.once('end', () => discard(connection, opened))
    onOpen(client)
    return opened
  }
}

/** Unless another one has replaced it. */
function discard(connection: Connection, client: Connection['client']) {
  if (connection.client === client) connection.client = undefined
}
