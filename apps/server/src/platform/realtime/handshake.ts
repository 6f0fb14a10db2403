import type { IncomingMessage } from 'node:http'
import type { FastifyError } from '@fastify/error'
import type { live } from '@portico/contract'
import type { Logger } from 'pino'
import { type Authenticate, NotSignedIn, PreviewReadOnly, type Session } from '../http/access.ts'
import { logProblem, toProblem } from '../http/errors.ts'
import { problem } from '../http/problem.ts'
import { type LiveSocket, personalRoom } from './socket-types.ts'

export const TooManyConnections = problem(
  'TOO_MANY_CONNECTIONS',
  429,
  'Portico is open in too many places.',
  { when: 'One person has a hundred live connections; it refuses one more of them, never a call.' },
)

/** Each tab on each device has a connection. */
const MAX_CONNECTIONS_PER_PERSON = 100

/** Middleware of Socket.IO that lets in sockets with the token of a session. */
export function createHandshakeCheck(authenticate: Authenticate, log: Logger) {
  /** Each handshake of several at once would be checked before another counts, and get past the limit. */
  const pending = new WeakSet<LiveSocket['conn']>()
  /** The connections of each person, from their handshake on, so that those of several at once are counted. */
  const counts = new Map<string, number>()
  const admitted = new WeakMap<LiveSocket['conn'], string>()

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
    const { actor, claims } = await findSession(socket.handshake.auth, authenticate)
    admit(socket.conn, personalRoom(actor))
    socket.data = { actor, expiresAt: claims.exp }
  }

  /** A connection whose socket was disconnected may send another handshake. */
  function admit(conn: LiveSocket['conn'], person: string) {
    // It has closed meanwhile, and nothing would count it back.
    if (conn.readyState !== 'open') throw new NotSignedIn()
    const before = admitted.get(conn)
    if (before === person) return
    const count = counts.get(person) ?? 0
    if (count >= MAX_CONNECTIONS_PER_PERSON) throw new TooManyConnections()
    if (before === undefined) conn.once('close', handleClose)
    else release(before)
    admitted.set(conn, person)
    counts.set(person, count + 1)
  }

  /** One function for all connections: a closure for each would cost memory for as long as it is idle. */
  function handleClose(this: LiveSocket['conn']) {
    release(admitted.get(this) ?? '')
  }

  function release(person: string) {
    const left = (counts.get(person) ?? 1) - 1
    if (left > 0) counts.set(person, left)
    else counts.delete(person)
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

/** The message is for people, the code for the browser. */
function handshakeError(error: FastifyError, log: Logger): Error & { data: live.HandshakeError } {
  const problem = toProblem(error)
  const { code, message } = problem
  logProblem(log, problem, { err: error })
  return Object.assign(new Error(message), { data: { code } })
}

/** Pages of our own origin or public address. Clients that send no Origin are not browsers, and need a token all the same. */
export function isAllowedOrigin({ headers: { origin, host } }: IncomingMessage, publicUrl: string) {
  return origin === undefined || origin === publicUrl || (!!host && URL.parse(origin)?.host === host)
}
