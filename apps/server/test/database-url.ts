import type { ClientConfig } from 'pg'

/** A connection as a DATABASE_URL, for a process of its own. */
export function urlOf({ host, port, user, password, database }: ClientConfig) {
  const how = { host: `${host}`, port: `${port}`, user: `${user}`, password: `${password}` }
  return `postgres:///${database}?${new URLSearchParams(how)}`
}
