import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { hasBody } from './slow-bodies.ts'

/** How much of a request may still arrive once it was answered, and for how long. */
const MAX_LATE_BYTES = 1_024 * 1_024
const MAX_LATE_MS = 5_000

/**
 * The class of every response. It acts on early ones, which are sent before the whole body has arrived, and limits how much
 * more of the body is read (docs/decisions/0018-early-responses.md). By default Node reads the whole body, or destroys the
 * connection as soon as the response is sent. Then the kernel resets the connection because of the unread bytes, and the
 * sender can lose the response.
 */
export class EarlyResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  // Node passes options too.
  constructor(...args: ConstructorParameters<typeof ServerResponse<Request>>) {
    super(...args)
    const [request] = args
    if (!hasBody(request)) return
    // Node's own listener comes after this one, and closes the connection.
    this.once('finish', () => {
      if (!request.complete && !request.socket.destroyed) discardLateBody(request)
    })
  }
}

/**
 * Whether the announced body exceeds the limit, so that an early response must be the last on its connection. A chunked body
 * has no announced length and counts as 0.
 */
export function exceedsLateLimit({ complete, headers }: IncomingMessage) {
  return !complete && Number(headers['content-length'] ?? 0) > MAX_LATE_BYTES
}

/** After a body that ends within the limits the connection stays usable. */
function discardLateBody(request: IncomingMessage) {
  const { socket } = request
  const stopAt = socket.bytesRead + MAX_LATE_BYTES
  const timer = setTimeout(() => socket.destroy(), MAX_LATE_MS).unref()
  const { destroySoon } = socket
  let shouldClose = false

  // Node calls this after a response with `Connection: close`. A half-close tells the sender at once.
  socket.destroySoon = () => {
    shouldClose = true
    socket.end()
  }
  request
    .once('close', () => clearTimeout(timer))
    .once('end', () => {
      clearTimeout(timer)
      socket.destroySoon = destroySoon
      if (shouldClose) socket.destroySoon()
    })

  // The previous reader has stopped and would block the rest.
  request.unpipe().removeAllListeners('data').removeAllListeners('readable')
  request
    .on('data', () => {
      if (socket.bytesRead < stopAt) return
      // Unread bytes slow the sender down, which has the rest of the time to read the response.
      request.pause()
      socket.end()
    })
    .resume()
}

/** The same limits for bytes that Node's parser has refused. The caller has already half-closed the connection. */
export function discardUnreadable(socket: Socket) {
  const stopAt = socket.bytesRead + MAX_LATE_BYTES
  const timer = setTimeout(() => socket.destroy(), MAX_LATE_MS).unref()
  socket
    .once('close', () => clearTimeout(timer))
    .on('data', () => {
      if (socket.bytesRead >= stopAt) socket.pause()
    })
}
