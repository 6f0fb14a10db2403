import { sql } from 'kysely'

/** A `staged` file has arrived, but its client has not sent it: only they see it, in the request that it is for. */
export type FileState = 'receiving' | 'staged' | 'stored' | 'binned' | 'deleted'

/** Whether a file has its bytes: not sent yet, in a project or in the bin. */
export const hasBytes = (table: string) =>
  sql<boolean>`${sql.ref(`${table}.state`)} in ('staged', 'stored', 'binned')`

/** The same for a row that was read. */
export const isWithBytes = (state: FileState | undefined) =>
  state === 'staged' || state === 'stored' || state === 'binned'
