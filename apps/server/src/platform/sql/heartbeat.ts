import type pg from 'pg'

/**
 * Notices that a connection which mostly waits has died. In pipeline mode `pg` closes a connection on which a query
 * exceeds `query_timeout`.
 */
export function startHeartbeat(client: pg.ClientBase, intervalMs: number) {
  const timer = setInterval(() => client.query('select 1').catch(() => {}), intervalMs).unref()
  client.once('end', () => clearInterval(timer))
}
