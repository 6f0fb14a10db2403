import type pg from 'pg'

interface Options {
  intervalMs: number
  timeoutMs: number
}

/**
 * Finds out that a connection has died silently: in pipeline mode `pg` closes it when a query exceeds `query_timeout`. Set
 * for every query, that option would cost as much as promises do (fetch-rows.ts).
 */
export function startHeartbeat(client: pg.ClientBase, { intervalMs, timeoutMs }: Options) {
  const query = { text: 'select 1', query_timeout: timeoutMs }
  const timer = setInterval(() => client.query(query).catch(() => {}), intervalMs).unref()
  client.once('end', () => clearInterval(timer))
}
