import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long the rest of a body may still come once it was answered. */
const LINGER = 5_000

/**
 * For routes that answer before they have read everything (a refused upload). Closing the line at once would make the
 * sender see a broken connection instead of the answer, and reading on for ever would let them send what nobody wants:
 * the rest is thrown away for a while, and then the line is closed.
 */
export function letBodyRunOut(app: FastifyInstance) {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (raw.complete || !(raw.socket instanceof Socket)) return
    reply.removeHeader('connection')
    raw.unpipe()
    raw.resume()
    const { socket } = raw
    const timer = setTimeout(() => socket.destroy(), LINGER).unref()
    raw.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer))
  })

  // While a whole upload is written to the disk, the line is silent for as long as that takes; what follows on it is not to be.
  app.addHook('preHandler', async ({ raw }, reply) => {
    const { socket } = raw
    if (!(socket instanceof Socket)) return
    if (raw.complete) wait()
    else raw.once('end', wait)

    function wait() {
      // What is only drained once it was answered, nobody waits for.
      if (reply.raw.writableFinished || reply.raw.destroyed) return
      const { timeout = 0 } = socket as Socket
      socket.setTimeout(0)
      reply.raw.once('close', () => socket.setTimeout(timeout))
    }
  })
}
