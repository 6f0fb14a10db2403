import { sql } from 'kysely'

export type FileState = 'receiving' | 'stored' | 'binned' | 'deleted'

/** Whether a file has its bytes, in a project or in the bin. */
export const hasBytes = (table: string) => sql<boolean>`${sql.ref(`${table}.state`)} in ('stored', 'binned')`

/** The same for a row that was read. */
export const isWithBytes = (state: FileState | undefined) => state === 'stored' || state === 'binned'
