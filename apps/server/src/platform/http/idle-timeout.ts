import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** While a whole upload is written to storage, its connection is silent for as long as that takes. What follows on it is not to be. */
export function suspendIdleTimeout(app: FastifyInstance) {
  app.addHook('preHandler', async ({ raw }, reply) => {
    const { socket } = raw
    if (!(socket instanceof Socket)) return
    if (raw.complete) suspendTimeout()
    else raw.once('end', suspendTimeout)

    function suspendTimeout() {
      // Nobody waits for the rest of a body that was answered before it came.
      if (reply.raw.writableFinished || reply.raw.destroyed) return
      const { timeout = 0 } = socket as Socket
      socket.setTimeout(0)
      reply.raw.once('close', () => socket.setTimeout(timeout))
    }
  })
}
