import { STATUS_CODES } from 'node:http'
import type { FastifyError } from '@fastify/error'
import type { Problem } from '@portico/contract'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import { exceedsLateLimit } from './early-responses.ts'
import { problem } from './problem.ts'
import { validationProblem } from './validation-messages.ts'

/** Text of people that breaks a rule, and everything else that the contract does not allow. */
const InvalidInput = problem<[string]>('INVALID_INPUT', 400, '%s', {
  when: 'Something sent is missing, blank, too long, of the wrong kind or not known, or a new password is too easily guessed. `fields` says what is wrong with each; `message` is the first of them, or one sentence for the whole form when all that is wrong is missing.',
  sample: ['Title is required.'],
})
export const MalformedBody = problem('MALFORMED_BODY', 400, 'The request could not be read.', {
  when: 'The body is not JSON, or not as long as it claims to be.',
})
const BadRequest = problem('BAD_REQUEST', 400, 'The request could not be read.', {
  when: 'Anything else that is wrong with a request and has no code of its own. Its status may be another one from 400 to 499.',
})
export const NotFound = problem('NOT_FOUND', 404, 'There is nothing here.', {
  when: 'There is no such address, or the id in it cannot be one.',
})
export const TooLarge = problem('TOO_LARGE', 413, 'This is too large to send.', {
  when: 'The body is larger than 64 KiB.',
})
const UnsupportedMediaType = problem('UNSUPPORTED_MEDIA_TYPE', 415, 'Please send JSON.', {
  when: 'The body’s `Content-Type` is not `application/json`, or for an upload not `multipart/form-data`.',
})
const UnstorableText = problem('INVALID_INPUT', 400, 'This text has characters that cannot be stored.')
/** The loser of a race. */
const Conflict = problem('CONFLICT', 409, 'This has just been changed or deleted. Please reload.', {
  when: 'Somebody else changed or deleted the same thing at the same moment.',
})
const AlreadyThere = problem('CONFLICT', 409, 'This is there already.')
const Internal = problem('INTERNAL', 500, 'Something went wrong on our side.', {
  when: 'It is our fault. `X-Request-Id` helps us to find out what happened.',
})
export const NotReady = problem(
  'NOT_READY',
  503,
  'Portico is not ready just now. Please try again in a moment.',
  { when: 'The database is away or too busy. Try again after `Retry-After` seconds.' },
)

/** One account, or one address without an account, asks for more than its share (fair-share.ts). */
export const TooMuchAtOnce = problem(
  'TOO_MUCH_AT_ONCE',
  503,
  'Too much is being asked for at once. Please try again in a moment.',
  {
    when: 'A freelancer, with their clients and guests, has a third of the connections to the database, and so have all callers without a session. More calls at once wait for five seconds. Try again after `Retry-After` seconds.',
  },
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
    if (error.validationContext === 'params') return problemOf(new NotFound())
    const whenBlank = request?.routeOptions.config.whenBlank
    return { ...problemOf(new InvalidInput('')), ...validationProblem(error.validation, whenBlank) }
  }
  // The client's connection broke, not one of ours.
  const hungUp = request !== undefined && error === request.raw.errored
  const Known = hungUp
    ? MalformedBody
    : (KNOWN_ERRORS[error.code] ?? (isConnectionLost(error) ? NotReady : undefined))
  if (Known) return problemOf(new Known())
  const status = error.statusCode ?? 500
  return problemOf(status < 500 || status === 503 || status === 507 ? error : new Internal())
}

export function problemOf(error: FastifyError & ErrorWithFields): Problem {
  const { statusCode = 500, code = new BadRequest().code, message, fields, current } = error
  return {
    statusCode,
    code,
    error: STATUS_CODES[statusCode] ?? 'Error',
    message,
    ...(fields && { fields }),
    ...(current && { current }),
  }
}

interface ErrorWithFields {
  fields?: Record<string, string>
  current?: Record<string, string | null>
}

export function invalidInput(field: string, message: string) {
  return withField(new InvalidInput(message), field)
}

/** Says in `fields` which field of a form the error is about. */
export function withField<E extends Error>(error: E, field: string, message = error.message) {
  return Object.assign(error, { fields: { [field]: message } })
}

type KnownError = new () => FastifyError

const KNOWN_ERRORS: Record<string, KnownError | undefined> = {
  FST_ERR_CTP_BODY_TOO_LARGE: TooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: UnsupportedMediaType,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: MalformedBody,
  FST_ERR_CTP_INVALID_JSON_BODY: MalformedBody,
  FST_ERR_CTP_EMPTY_JSON_BODY: MalformedBody,
  FST_ERR_BAD_URL: NotFound,
  // character_not_in_repertoire, untranslatable_character
  '22021': UnstorableText,
  '22P05': UnstorableText,
  // foreign_key_violation, unique_violation
  '23503': Conflict,
  '23505': AlreadyThere,
  // invalid_sql_statement_name: another query on the same connection failed to prepare it
  '26000': NotReady,
  // disk_full
  '53100': NotReady,
  // serialization_failure, deadlock_detected, query_canceled
  '40001': NotReady,
  '40P01': NotReady,
  '57014': NotReady,
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
