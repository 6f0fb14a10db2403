import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import createError from '@fastify/error'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import { isSocketUpgrade } from '../realtime/upgrades.ts'
import { discardUnreadable, EarlyResponse } from './early-responses.ts'
import { errorHandler, problem } from './errors.ts'
import { validatorCompiler } from './validation.ts'

const JSON_LIMIT = 64 * 1_024
const BODY_TIME = 30_000
const PATH_LIMIT = 8 * 1_024
const HEADER_COUNT = 100

const PathTooLong = createError('PATH_TOO_LONG', 'This address is too long.', 414)
const TooManyHeaders = createError('TOO_MANY_HEADERS', 'There are too many headers.', 431)
const BodyTooSlow = createError('BODY_TOO_SLOW', 'The request took too long to arrive.', 408)

/** Fastify with our limits, timeouts and headers, and nothing else. */
export function createHttpServer(config: Config, log: Logger): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    bodyLimit: JSON_LIMIT,
    trustProxy: config.trustedProxy,
    exposeHeadRoutes: false,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    connectionTimeout: 30_000,
    keepAliveTimeout: 30_000,
    requestTimeout: 0,
    http: {
      ServerResponse: EarlyResponse,
      shouldUpgradeCallback: isSocketUpgrade,
      headersTimeout: 15_000,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: 16 * 1_024,
    },
    clientErrorHandler: answerBrokenRequest,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setErrorHandler(errorHandler)
  parseJsonOnly(app)
  guard(app, config)
  logOnce(app)
  return app
}

function parseJsonOnly(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body as string, done),
  )
  app.addHook('preParsing', async ({ raw }, _reply, payload) => {
    if (!/^[^;]*json/i.test(raw.headers['content-type'] ?? '')) return payload
    // Said to whoever reads the body, so that the sender gets an answer. Nobody reads one that was refused.
    const timer = setTimeout(() => {
      if (payload.listenerCount('error') > 0) payload.emit('error', new BodyTooSlow())
    }, BODY_TIME)
    payload.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer))
    return payload
  })
}

function guard(app: FastifyInstance, config: Config) {
  const headers = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(config.production && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  }
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id)
    if (request.raw.rawHeaders.length > 2 * HEADER_COUNT) throw new TooManyHeaders()
    const { url } = request
    if (url.length > PATH_LIMIT && url.split('?', 1).join('').length > PATH_LIMIT) throw new PathTooLong()
  })
}

/** One line a request, without query strings, headers or bodies: they can hold tokens and links. */
function logOnce(app: FastifyInstance) {
  app.addHook('onResponse', async (request: FastifyRequest, reply) => {
    const { method, url, ip, id } = request
    const path = url.split('?', 1)[0]
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.server.log.info({ id, method, path, ip, status: reply.statusCode, ms }, 'request')
  })
}

/** What Node's parser refuses never becomes a request; it is answered here and the line is closed. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return void socket.destroy()
  // Each further piece of what could not be read comes here too.
  if (!socket.writable) return
  const [status, code, message] =
    broken[error.code ?? ''] ?? ([400, 'MALFORMED_REQUEST', 'The request could not be read.'] as const)
  const body = JSON.stringify(problem(status, code, message))
  socket.end(
    `HTTP/1.1 ${status} ${JSON.parse(body).error}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nx-request-id: ${randomUUID()}\r\nconnection: close\r\n\r\n${body}`,
  )
  discardUnreadable(socket)
}

const broken: Record<string, readonly [number, string, string] | undefined> = {
  HPE_HEADER_OVERFLOW: [431, 'TOO_MANY_HEADERS', 'The headers are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'TOO_LARGE', 'This is too large to send.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'REQUEST_TIMEOUT', 'The request took too long to arrive.'],
}
