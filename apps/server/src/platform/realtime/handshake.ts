import type { IncomingMessage } from 'node:http'
import createError, { type FastifyError } from '@fastify/error'
import type { live } from '@portico/contract'
import type { Logger } from 'pino'
import { type Authenticate, NotSignedIn, type Session } from '../http/access.ts'
import { problemOf } from '../http/errors.ts'

export const TooManyConnections = createError(
  'TOO_MANY_CONNECTIONS',
  'Portico is open in too many places.',
  429,
)

/** The session that the token in the handshake names; others are refused. */
export async function authenticateHandshake(
  auth: Record<string, unknown>,
  authenticate: Authenticate,
): Promise<Session> {
  const { token } = auth
  const session = typeof token === 'string' ? await authenticate(token) : null
  if (!session) throw new NotSignedIn()
  return session
}

/** An error as a refused handshake tells it: the sentence for a person, the code for the browser. */
export function handshakeError(error: FastifyError, log: Logger): Error & { data: live.HandshakeError } {
  const { statusCode, code, message } = problemOf(error)
  if (statusCode >= 500) log.error({ err: error }, message)
  return Object.assign(new Error(message), { data: { code } })
}

/** Any other upgrade that is offered (HTTP/2 by some clients) is not taken: the request is answered as it stands. */
export function isSocketUpgrade({ url }: IncomingMessage) {
  return url?.startsWith('/socket.io/') ?? false
}

/**
 * A page may open a socket to the place it came from, or from our public address. Whoever sends no Origin is not
 * a browser, and has to bring a token like everybody.
 */
export function isAllowedOrigin({ headers: { origin, host } }: IncomingMessage, publicUrl: string) {
  return origin === undefined || origin === publicUrl || (!!host && URL.parse(origin)?.host === host)
}
