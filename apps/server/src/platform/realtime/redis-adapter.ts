import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from '../process/redis.ts'
import type { SocketServer } from './socket-types.ts'

/** In milliseconds. */
const PULSE = 5_000
/** Whoever waits for an answer is not kept longer than this while Redis is away. */
const PATIENCE = 300

/** As `io.to(room).emit`, but done once the other processes are sure to hear of it, even if this one ends at once. */
export async function emitReliably(io: SocketServer, room: string, ...data: unknown[]) {
  const packet = { type: EVENT, nsp: '/', data }
  const options = { rooms: new Set([room]), except: new Set<string>(), flags: {} }
  const published: unknown = io.of('/').adapter.broadcast(packet, options)
  await Promise.race([published, wait(PATIENCE, undefined, { ref: false })])
}

/** Of Socket.IO's protocol. */
const EVENT = 2

/** What is said to a room reaches the connections of every process. Loaded only where there are several. */
export async function connectProcesses(io: SocketServer, redis: Redis) {
  const { createAdapter } = await import('@socket.io/redis-streams-adapter')
  io.adapter(
    createAdapter(redis.client, { streamName: 'portico:sockets', maxLen: 20_000, onlyPlaintext: true }),
  )

  // A reader who has read nothing yet asks for what comes after "now" again and again, and could miss what comes in
  // between. From the first entry on it asks for what comes after that one.
  const pulse = setInterval(() => io.to('nobody').emit('changed', []), PULSE).unref()
  io.to('nobody').emit('changed', [])

  // Some of what was said while the line was down reached nobody. Whoever connects anew asks for what they missed.
  redis.onReturn(() => io.local.disconnectSockets(true))
  return () => clearInterval(pulse)
}
