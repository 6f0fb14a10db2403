import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How much of a request may still arrive once it was answered, and for how long. */
const MAX_LATE_BYTES = 1_024 * 1_024
const MAX_LATE_MS = 5_000

/**
 * Limits what still arrives of a request that is answered before its body is here. Left to itself Node reads such a body to its
 * end, or destroys the connection as soon as the response is out. Then the kernel answers what nobody has read with a reset,
 * which can take the response away from a sender who has not read it yet.
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

/** Whether so much may still arrive that a response now is the last on its connection. */
export function leavesTooMuch({ complete, headers }: IncomingMessage) {
  return !complete && Number(headers['content-length'] ?? 0) > MAX_LATE_BYTES
}

function hasBody({ headers }: IncomingMessage) {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

/** A body that ends within the limits leaves the connection as good as any other. */
function discardLateBody(request: IncomingMessage) {
  const { socket } = request
  const lastByte = socket.bytesRead + MAX_LATE_BYTES
  const timer = setTimeout(() => socket.destroy(), MAX_LATE_MS).unref()
  const { destroySoon } = socket
  let closes = false

  // Node calls this for a response with `Connection: close`. The sender learns at once that it is the last.
  socket.destroySoon = () => {
    closes = true
    socket.end()
  }
  request
    .once('close', () => clearTimeout(timer))
    .once('end', () => {
      clearTimeout(timer)
      socket.destroySoon = destroySoon
      if (closes) socket.destroySoon()
    })

  // Whoever read it before has stopped reading, and would hold up the rest.
  request.unpipe().removeAllListeners('data').removeAllListeners('readable')
  request
    .on('data', () => {
      if (socket.bytesRead < lastByte) return
      // Bytes that are left unread slow the sender down, who has the rest of the time to read the response.
      request.pause()
      socket.end()
    })
    .resume()
}

/** The same for a connection whose request could not be parsed, so that there is none to read from. */
export function discardUnreadable(socket: Socket) {
  const lastByte = socket.bytesRead + MAX_LATE_BYTES
  const timer = setTimeout(() => socket.destroy(), MAX_LATE_MS).unref()
  socket
    .once('close', () => clearTimeout(timer))
    .on('data', () => {
      if (socket.bytesRead >= lastByte) socket.pause()
    })
}
