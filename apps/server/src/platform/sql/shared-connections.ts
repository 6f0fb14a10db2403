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
 * A few connections in `pg`'s pipeline mode: a query is sent without waiting for the results before it, which saves most
 * task switches between Node and PostgreSQL. Each query is its own transaction and fails alone.
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
        // Only after an error that PostgreSQL reported is the connection still usable.
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

  /** The first with the fewest pending queries, so that no more connections open than are needed. */
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

/** Does nothing when a new client has already replaced this one. */
function discard(connection: Connection, client: Connection['client']) {
  if (connection.client === client) connection.client = undefined
}
