import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Server as Engine } from 'engine.io'
import type { FastifyInstance } from 'fastify'
import { countHeaders } from '../http/count-headers.ts'

/** At the end a client has this time to close the connection itself. Left to the library it would have 30 seconds. */
const CLOSE_TIMEOUT_MS = 1_000

/** Other upgrades that clients offer, such as HTTP/2, are ignored, and their requests answered as usual. */
export function isSocketUpgrade({ url }: IncomingMessage) {
  return url?.startsWith('/socket.io/') ?? false
}

/** Engine.IO gets only WebSocket upgrades. Plain requests to its path stay Fastify's. Returns a function that ends it. */
export function handleUpgrades(app: FastifyInstance, engine: Engine) {
  const open = new Set<Duplex>()
  let isClosing = false

  app.server.on('upgrade', (request, socket, head) => {
    if (isClosing || countHeaders(request, 'host') > 1) return void socket.destroy()
    open.add(socket)
    socket.once('close', remove)
    engine.handleUpgrade(request as Parameters<typeof engine.handleUpgrade>[0], socket, head)
  })

  function remove(this: Duplex) {
    open.delete(this)
  }

  return () => {
    isClosing = true
    setTimeout(() => {
      for (const socket of open) socket.destroy()
    }, CLOSE_TIMEOUT_MS).unref()
  }
}
