import pg from 'pg'
import { createFairShare } from './fair-share.ts'
import { fetchRows } from './fetch-rows.ts'
import type { RetryWhileFull } from './full-server.ts'

/** Behind so many queries of one account, on each connection, the query of another waits at most. */
const MAX_PENDING_PER_CONNECTION = 4

export interface SharedConnections {
  query<Row>(query: pg.QueryConfig): Promise<Row[]>
  close(): void
}

interface Options {
  max: number
  onOpen(client: pg.Client): void
  retryWhileFull: RetryWhileFull
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
  { onOpen, max, retryWhileFull }: Options,
): SharedConnections {
  const connections = Array.from({ length: max }, (): Connection => ({ pending: 0 }))
  const share = createFairShare({ perAccount: MAX_PENDING_PER_CONNECTION * max })
  let closed = false

  return {
    async query(query) {
      const pendingTurn = share.take()
      const turn = pendingTurn instanceof Promise ? await pendingTurn : pendingTurn
      try {
        return await retryWhileFull(() => send(query))
      } finally {
        turn?.end()
      }
    },
    close() {
      closed = true
      for (const { client } of connections) client?.then((open) => open.end()).catch(() => {})
    },
  }

  async function send<Row>(query: pg.QueryConfig): Promise<Row[]> {
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
