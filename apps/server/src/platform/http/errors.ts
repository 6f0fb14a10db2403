import { STATUS_CODES } from 'node:http'
import createError, { type FastifyError } from '@fastify/error'
import type { Problem } from '@portico/contract'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import { exceedsLateLimit } from './early-responses.ts'
import { validationProblem } from './validation-messages.ts'

export const NotFound = createError('NOT_FOUND', 'There is nothing here.', 404)
export const NotReady = createError(
  'NOT_READY',
  'Portico is not ready just now. Please try again in a moment.',
  503,
)

/** One account, or one address without an account, asks for more than its share (fair-share.ts). */
export const TooMuchAtOnce = createError(
  'TOO_MUCH_AT_ONCE',
  'Too much is being asked for at once. Please try again in a moment.',
  503,
)

/** The only place where an error becomes a response. */
export function errorHandler(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const problem = toProblem(error, request)
  logProblem(request.log, problem, { err: error })
  if (problem.statusCode === 503) reply.header('retry-after', 2)
  if ('retryAfter' in error) reply.header('retry-after', error.retryAfter)
  if (problem.statusCode === 408 || exceedsLateLimit(request.raw)) reply.header('connection', 'close')
  // Fastify closes the connection after a body that was too large. Here it stays open when little of the body is left.
  else reply.removeHeader('connection')
  return reply.code(problem.statusCode).type('application/json; charset=utf-8').send(JSON.stringify(problem))
}

/** Logs what is not the caller's fault. */
export function logProblem(log: Pick<FastifyBaseLogger, 'debug' | 'error'>, problem: Problem, facts: object) {
  if (problem.statusCode >= 500) log[levelOf(problem)](facts, problem.message)
}

/** The start has logged the first already; the others are limits of the account, no fault of the server. */
const levelOf = ({ code }: Problem) =>
  ['BILLING_NOT_SET_UP', 'ACCOUNT_STORAGE_FULL', 'TOO_MUCH_AT_ONCE', 'SEARCH_TOO_SLOW'].includes(code)
    ? 'debug'
    : 'error'

export function toProblem(error: FastifyError, request?: FastifyRequest): Problem {
  if (error.validation) {
    // A malformed id is answered like an unknown one.
    if (error.validationContext === 'params') return problem(404, 'NOT_FOUND', 'There is nothing here.')
    const whenBlank = request?.routeOptions.config.whenBlank
    return { ...problem(400, 'INVALID_INPUT', ''), ...validationProblem(error.validation, whenBlank) }
  }
  // The client's connection broke, not one of ours.
  const hungUp = request !== undefined && error === request.raw.errored
  const known = hungUp
    ? MALFORMED
    : (KNOWN_ERRORS[error.code] ?? (isConnectionLost(error) ? NOT_READY : undefined))
  if (known) return problem(...known)
  const status = error.statusCode ?? 500
  if (status < 500 || status === 503 || status === 507) {
    const { fields } = error as ErrorWithFields
    return { ...problem(status, error.code ?? 'BAD_REQUEST', error.message), ...(fields && { fields }) }
  }
  return problem(500, 'INTERNAL', 'Something went wrong on our side.')
}

export function problem(statusCode: number, code: string, message: string): Problem {
  return { statusCode, code, error: STATUS_CODES[statusCode] ?? 'Error', message }
}

interface ErrorWithFields {
  fields?: Record<string, string>
}

export function withFields<E extends Error>(error: E, fields: Record<string, string>): E & ErrorWithFields {
  return Object.assign(error, { fields })
}

const NOT_READY = [503, 'NOT_READY', 'Portico is not ready just now. Please try again in a moment.'] as const
const MALFORMED = [400, 'MALFORMED_BODY', 'The request could not be read.'] as const

const KNOWN_ERRORS: Record<string, readonly [status: number, code: string, message: string] | undefined> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'TOO_LARGE', 'This is too large to send.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'UNSUPPORTED_MEDIA_TYPE', 'Please send JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: MALFORMED,
  FST_ERR_CTP_INVALID_JSON_BODY: MALFORMED,
  FST_ERR_CTP_EMPTY_JSON_BODY: MALFORMED,
  FST_ERR_BAD_URL: [404, 'NOT_FOUND', 'There is nothing here.'],
  // character_not_in_repertoire, untranslatable_character
  '22021': [400, 'INVALID_INPUT', 'This text has characters that cannot be stored.'],
  '22P05': [400, 'INVALID_INPUT', 'This text has characters that cannot be stored.'],
  // foreign_key_violation, unique_violation: the loser of a race
  '23503': [409, 'CONFLICT', 'This has just been changed or deleted. Please reload.'],
  '23505': [409, 'CONFLICT', 'This is there already.'],
  // invalid_sql_statement_name: another query on the same connection failed to prepare it
  '26000': NOT_READY,
  // disk_full
  '53100': NOT_READY,
  // serialization_failure, deadlock_detected, query_canceled
  '40001': NOT_READY,
  '40P01': NOT_READY,
  '57014': NOT_READY,
}

/** True when Portico or PostgreSQL rejected it, so that nothing was written. A lost connection leaves that open. */
export function isRejection(error: Error & { statusCode?: number }) {
  return error.statusCode !== undefined || (error instanceof pg.DatabaseError && !isConnectionLost(error))
}

export function isConnectionLost({ code = '', message }: Error & { code?: string }) {
  return (
    /^(08...|57P0[1-5]|53300|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOENT|EPIPE|ETIMEDOUT)$/.test(
      code,
    ) ||
    /Connection terminated|connection has been discarded|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|the database system is/.test(
      message,
    )
  )
}
