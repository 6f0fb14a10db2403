import { isConnectionLost } from '../http/errors.ts'
import { CannotStart } from './cannot-start.ts'

/** What a start that failed prints. A stack says nothing about a database that ended while Portico was starting. */
export function describeStartError(error: Error) {
  if (error instanceof CannotStart) return error.message
  return isConnectionLost(error)
    ? `The database stopped answering while Portico was starting (${error.message}): start Portico again.`
    : error.stack
}
