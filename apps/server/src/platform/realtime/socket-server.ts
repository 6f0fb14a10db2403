import { Server as Engine } from 'engine.io'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { Server } from 'socket.io'
import type { Authenticate } from '../http/access.ts'
import { checkConnections } from './connection-checks.ts'
import { createHandshakeCheck, isAllowedOrigin } from './handshake.ts'
import { addRedisAdapter } from './redis-adapter.ts'
import {
  type LiveSocket,
  personalRoom,
  presenceOf,
  roomsOf,
  type SocketServer,
  sessionRoom,
} from './socket-types.ts'
import { handleUpgrades } from './upgrades.ts'

const HANDSHAKE_TIMEOUT_MS = 10_000

interface Options {
  authenticate: Authenticate
  /** Adds the events of a feature. Returns a function that stops it. */
  serve(io: SocketServer): () => void
}

/** Socket.IO on this server: a connection for each tab, which belongs to one session and ends with it. */
export const socketServer = fp(async (app: FastifyInstance, { authenticate, serve }: Options) => {
  const { config, redis, live, presence, lastSeen, sessionCache, metrics, log } = app.ctx
  const engine = new Engine({
    transports: ['websocket'],
    maxHttpBufferSize: 64 * 1_024,
    allowRequest: (request, done) => done(null, isAllowedOrigin(request, config.publicUrl)),
  })
  // As Socket.IO's documentation advises: an idle connection need not keep its request in memory.
  engine.on('connection', (connection: { request: unknown }) => {
    connection.request = null
  })
  const io: SocketServer = new Server({ serveClient: false, connectTimeout: HANDSHAKE_TIMEOUT_MS })
  const removeAdapter = redis ? await addRedisAdapter(io, redis) : () => {}
  io.bind(engine)
  metrics?.addGauge({ name: 'portico_sockets', help: 'Open WebSocket connections.' }, () => [
    { value: io.of('/').sockets.size },
  ])

  io.use(createHandshakeCheck(authenticate, log))
  io.on('connection', (socket) => {
    const { actor } = socket.data
    socket.join([...roomsOf(actor), sessionRoom(actor.sessionId)])
    presence.addConnection(presenceOf(actor))
    socket.on('disconnect', handleDisconnect)
    disconnectIfEnded(socket)
  })
  const stopServing = serve(io)

  sessionCache.watch({
    ids: () => Array.from(io.of('/').sockets.values(), ({ data }) => data.actor.sessionId),
    end: (id) => io.local.in(sessionRoom(id)).disconnectSockets(true),
  })
  const unsubscribe = live.subscribe((people, topics) =>
    io.to(people.map(personalRoom)).emit('changed', topics),
  )
  const stopChecks = checkConnections(io)
  const stopUpgrades = handleUpgrades(app, engine)

  app.addHook('preClose', async () => {
    stopChecks()
    unsubscribe()
    stopServing()
    removeAdapter()
    await io.close()
    stopUpgrades()
  })

  /** The session may have ended between the handshake and the join of its room. */
  function disconnectIfEnded(socket: LiveSocket) {
    const owner = sessionCache.find(socket.data.actor.sessionId)
    if (owner === null) socket.disconnect(true)
    else if (owner instanceof Promise)
      owner.catch(() => null).then((found) => found ?? socket.disconnect(true))
  }

  /** One function for all sockets: a closure for each would cost memory for as long as it is idle. */
  function handleDisconnect(this: LiveSocket) {
    const { actor } = this.data
    presence.removeConnection(presenceOf(actor))
    lastSeen.note(actor.sessionId)
  }
})
