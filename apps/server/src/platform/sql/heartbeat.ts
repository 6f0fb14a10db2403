import type pg from 'pg'

interface Options {
  intervalMs: number
  timeoutMs: number
}

/**
 * Detects connections that died silently: in pipeline mode `pg` closes a connection when a query exceeds `query_timeout`.
 * Setting that option for every query would cost as much as promises do (fetch-rows.ts).
 */
export function startHeartbeat(client: pg.ClientBase, { intervalMs, timeoutMs }: Options) {
  const query = { text: 'select 1', query_timeout: timeoutMs }
  const timer = setInterval(() => client.query(query).catch(() => {}), intervalMs).unref()
  client.once('end', () => clearInterval(timer))
}
