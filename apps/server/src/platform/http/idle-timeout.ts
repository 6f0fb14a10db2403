import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** The connection is idle while a received upload is written to storage, which may take longer than the idle timeout. */
export function suspendIdleTimeout(app: FastifyInstance) {
  app.addHook('preHandler', async ({ raw }, reply) => {
    const { socket } = raw
    if (!(socket instanceof Socket)) return
    if (raw.complete) suspendTimeout()
    else raw.once('end', suspendTimeout)

    function suspendTimeout() {
      // An early response was sent before the body ended, so there is nothing to wait for.
      if (reply.raw.writableFinished || reply.raw.destroyed) return
      const { timeout = 0 } = socket as Socket
      socket.setTimeout(0)
      reply.raw.once('close', () => socket.setTimeout(timeout))
    }
  })
}
