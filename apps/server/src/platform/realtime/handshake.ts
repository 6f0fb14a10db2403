import type { IncomingMessage } from 'node:http'
import createError, { type FastifyError } from '@fastify/error'
import type { live } from '@portico/contract'
import type { Logger } from 'pino'
import { type Authenticate, NotSignedIn, PreviewReadOnly, type Session } from '../http/access.ts'
import { toProblem } from '../http/errors.ts'
import type { Person } from './live.ts'
import { type LiveSocket, personalRoom, type SocketServer } from './socket-types.ts'

export const TooManyConnections = createError(
  'TOO_MANY_CONNECTIONS',
  'Portico is open in too many places.',
  429,
)

/** Each tab on each device has a connection. */
const MAX_CONNECTIONS_PER_PERSON = 100

/** Middleware of Socket.IO that lets in sockets with the token of a session. */
export function createHandshakeCheck(io: SocketServer, authenticate: Authenticate, log: Logger) {
  /** Each handshake of several at once would be checked before another counts, and get past the limit. */
  const pending = new WeakSet<LiveSocket['conn']>()

  return (socket: LiveSocket, next: (error?: Error) => void) => {
    const { conn } = socket
    if (pending.has(conn)) return next(handshakeError(new TooManyConnections(), log))
    pending.add(conn)
    check(socket)
      .then(
        () => next(),
        (error) => next(handshakeError(error, log)),
      )
      .finally(() => pending.delete(conn))
  }

  async function check(socket: LiveSocket) {
    const { actor, accountId, claims } = await findSession(socket.handshake.auth, authenticate)
    if (countConnections(io, actor) >= MAX_CONNECTIONS_PER_PERSON) throw new TooManyConnections()
    socket.data = { actor, accountId, expiresAt: claims.exp }
  }
}

async function findSession(auth: Record<string, unknown>, authenticate: Authenticate): Promise<Session> {
  const { token } = auth
  const session = typeof token === 'string' ? await authenticate(token) : null
  if (!session) throw new NotSignedIn()
  // A connection shows the client as online and joins their rooms.
  if (session.isPreview) throw new PreviewReadOnly()
  return session
}

function countConnections(io: SocketServer, person: Person) {
  return io.of('/').adapter.rooms.get(personalRoom(person))?.size ?? 0
}

/** The message is for people, the code for the browser. */
function handshakeError(error: FastifyError, log: Logger): Error & { data: live.HandshakeError } {
  const { statusCode, code, message } = toProblem(error)
  if (statusCode >= 500) log.error({ err: error }, message)
  return Object.assign(new Error(message), { data: { code } })
}

/** Pages of our own origin or public address. Clients that send no Origin are not browsers, and need a token all the same. */
export function isAllowedOrigin({ headers: { origin, host } }: IncomingMessage, publicUrl: string) {
  return origin === undefined || origin === publicUrl || (!!host && URL.parse(origin)?.host === host)
}
