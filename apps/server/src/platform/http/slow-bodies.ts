import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { problem } from './problem.ts'

export const BodyTooSlow = problem('BODY_TOO_SLOW', 408, 'The request took too long to arrive.', {
  when: 'For 30 seconds the body arrived with less than 1 kB/s.',
})

const WINDOW_MS = 30_000
/** In one window: 1 kB/s. */
const MIN_BYTES = 30_000
/** How often the speed is looked at within one window. */
const CHECKS = 6

/** Ends every body that arrives with less than 1 kB/s over a window of 30 seconds, and so every body that pauses for as long. */
export function endSlowBodies(app: FastifyInstance) {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const { socket } = raw
    if (hasBody(raw) && !raw.complete && socket instanceof Socket) measure(raw, socket)
    done()
  })

  function measure(raw: IncomingMessage, socket: Socket) {
    /** What had arrived at the latest checks, the oldest first. */
    const received = [socket.bytesRead]
    const timer = setInterval(check, WINDOW_MS / CHECKS)
    const stop = () => clearInterval(timer)
    raw.once('end', stop).once('close', stop)
    // Without a listener, Node destroys a connection that is idle, and the sender gets no response.
    raw.on('timeout', () => {})

    function check() {
      if (raw.complete) return stop()
      // Bytes that nobody has read yet have filled the buffers, so the sender has to wait for us.
      if (raw.readableLength > 0) received.length = 0
      received.push(socket.bytesRead)
      if (received.length <= CHECKS) return
      const arrived = socket.bytesRead - (received.shift() ?? 0)
      if (arrived < MIN_BYTES && raw.listenerCount('error') > 0) refuse()
    }

    function refuse() {
      stop()
      // Emitted to the reader of the body, so that the sender gets a response. A refused body has no reader.
      raw.emit('error', new BodyTooSlow())
      // A reader that has ended with an error cannot take more. What still arrives is discarded after the response.
      raw.unpipe().removeAllListeners('data').removeAllListeners('readable').pause()
    }
  }
}

export function hasBody({ headers }: IncomingMessage) {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}
