import type { Duplex } from 'node:stream'
import { Server as Engine } from 'engine.io'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { Server } from 'socket.io'
import type { Authenticate } from '../http/access.ts'
import { authenticateHandshake, handshakeError, isAllowedOrigin, TooManyConnections } from './handshake.ts'
import type { Person } from './live.ts'
import { connectProcesses } from './redis-adapter.ts'
import { type LiveSocket, personalRoom, type SocketServer } from './socket-types.ts'
import { WholeFrames } from './whole-frames.ts'

/** Each tab of each device has a connection. */
const CONNECTIONS_OF_ONE = 100
/** How long a connection may take to say whose it is, in milliseconds as below. */
const PATIENCE = 10_000
/** How often we look for tokens that have expired. */
const TICK = 1_000
/** How much may wait for somebody who does not read, in characters. */
const MOST_UNREAD = 1_024 * 1_024
/** How long a closing connection waits for the other end to agree. */
const GOODBYE = 1_000

interface Options {
  authenticate: Authenticate
  /** What else connections are for; answers how to stop it. */
  serve(io: SocketServer): () => void
}

/** A connection for each tab: whose it is is settled when it opens, and it ends with their session. */
export const sockets = fp(async (app: FastifyInstance, { authenticate, serve }: Options) => {
  const { config, redis, live, presence, lastSeen, sessionCache, log } = app.ctx
  const engine = new Engine({
    transports: ['websocket'],
    maxHttpBufferSize: 64 * 1_024,
    allowRequest: (request, done) => done(null, isAllowedOrigin(request, config.publicUrl)),
  })
  // Kept for middlewares that we do not have, in the memory of every idle connection.
  engine.on('connection', (connection: { request: unknown }) => {
    connection.request = null
  })
  const io: SocketServer = new Server({ serveClient: false, connectTimeout: PATIENCE, adapter: WholeFrames })
  const withdraw = redis ? await connectProcesses(io, redis) : () => {}
  io.bind(engine)

  /** A connection is for one: who asks often enough before the first answer is out would be let in as often. */
  const taken = new WeakSet<LiveSocket['conn']>()

  io.use((socket, next) => {
    const { conn } = socket
    if (taken.has(conn)) return next(handshakeError(new TooManyConnections(), log))
    taken.add(conn)
    authenticateHandshake(socket.handshake.auth, authenticate)
      .then(({ actor, claims }) => {
        if (connectionsOf(io, actor) >= CONNECTIONS_OF_ONE) throw new TooManyConnections()
        socket.data = { actor, until: claims.exp }
      })
      .then(
        () => next(),
        (error) => {
          taken.delete(conn)
          next(handshakeError(error, log))
        },
      )
  })

  io.on('connection', (socket) => {
    const { actor } = socket.data
    socket.join([personalRoom(actor), sessionRoom(actor.sessionId)])
    presence.addConnection(actor)
    socket.on('disconnect', leave)
    // It may have ended between the check and this moment.
    const owner = sessionCache.find(actor.sessionId)
    if (owner === null) socket.disconnect(true)
    else if (owner instanceof Promise)
      owner.catch(() => null).then((alive) => alive ?? socket.disconnect(true))
  })

  const stopServing = serve(io)

  function leave(this: LiveSocket) {
    const { actor } = this.data
    taken.delete(this.conn)
    presence.removeConnection(actor)
    lastSeen.note(actor.sessionId)
  }

  sessionCache.watch({
    ids: () => Array.from(io.of('/').sockets.values(), ({ data }) => data.actor.sessionId),
    end: (id) => io.local.in(sessionRoom(id)).disconnectSockets(true),
  })
  const unfollow = live.subscribe((people, topics) => io.to(people.map(personalRoom)).emit('changed', topics))
  const clock = setInterval(() => {
    disconnectExpired(io)
    cutDeaf(io)
  }, TICK).unref()

  const hangUp = answerUpgrades(app, engine)
  app.addHook('preClose', async () => {
    clearInterval(clock)
    unfollow()
    stopServing()
    withdraw()
    await io.close()
    hangUp()
  })
})

/** Engine.IO hears of WebSockets alone; whatever else is asked of its path is Fastify's to refuse. */
function answerUpgrades(app: FastifyInstance, engine: Engine) {
  const open = new Set<Duplex>()
  let closing = false

  app.server.on('upgrade', (request, socket, head) => {
    if (closing) return void socket.destroy()
    open.add(socket)
    socket.once('close', forget)
    engine.handleUpgrade(request as Parameters<typeof engine.handleUpgrade>[0], socket, head)
  })

  function forget(this: Duplex) {
    open.delete(this)
  }

  /** Takes no more, and does not wait for the other end for long. */
  return () => {
    closing = true
    setTimeout(() => {
      for (const socket of open) socket.destroy()
    }, GOODBYE).unref()
  }
}

function disconnectExpired(io: SocketServer) {
  const now = Date.now() / 1_000
  for (const socket of io.of('/').sockets.values()) if (socket.data.until <= now) socket.disconnect(true)
}

/**
 * Whoever does not read what they are told, but answers blindly that they are there, would have us keep it without end.
 * When they come again they ask for what they missed.
 */
function cutDeaf(io: SocketServer) {
  for (const { conn } of io.of('/').sockets.values()) {
    const {
      writeBuffer,
      transport: { socket },
    } = conn as unknown as Wire
    const unread = writeBuffer.reduce((sum, { data }) => sum + (data?.length ?? 0), socket.bufferedAmount)
    if (unread > MOST_UNREAD) socket.terminate()
  }
}

/** The part of a connection of Engine.IO that its types leave out. */
interface Wire {
  writeBuffer: { data?: { length: number } }[]
  transport: { socket: { readonly bufferedAmount: number; terminate(): void } }
}

function connectionsOf(io: SocketServer, person: Person) {
  return io.of('/').adapter.rooms.get(personalRoom(person))?.size ?? 0
}

function sessionRoom(id: string) {
  return `session:${id}`
}
