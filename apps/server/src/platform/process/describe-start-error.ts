import { isConnectionLost } from '../http/errors.ts'
import { isServerFull } from '../sql/full-server.ts'
import { CannotStart } from './cannot-start.ts'

/** What a start that failed prints. A stack says nothing about a database that ended while Portico was starting. */
export function describeStartError(error: Error) {
  if (error instanceof CannotStart) return error.message
  if (isServerFull(error))
    return `PostgreSQL has no more connections (${error.message}), and Portico needs some: raise its max_connections, or close others, and start Portico again.`
  return isConnectionLost(error)
    ? `The database stopped answering while Portico was starting (${error.message}): start Portico again.`
    : error.stack
}
