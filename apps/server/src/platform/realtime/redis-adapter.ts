import type { Redis } from '../process/redis.ts'
import { settlesWithin } from '../process/settles-within.ts'
import type { SocketServer } from './socket-types.ts'

const FIRST_ENTRY_INTERVAL_MS = 5_000
/** A sender does not wait longer for a Redis that is away. */
const PUBLISH_TIMEOUT_MS = 300

/** Lets broadcasts reach the connections of every process. The adapter is loaded only where there are several. */
export async function addRedisAdapter(io: SocketServer, redis: Redis) {
  const { createAdapter } = await import('@socket.io/redis-streams-adapter')
  io.adapter(
    createAdapter(createPublisher(redis), {
      streamName: 'portico:sockets',
      maxLen: 20_000,
      onlyPlaintext: true,
    }),
  )

  // Until an adapter has read its first entry it reads from "now" each time, and misses entries between two reads.
  const emitEntry = () => io.to('nobody').emit('changed', [])
  const timer = setInterval(emitEntry, FIRST_ENTRY_INTERVAL_MS).unref()
  emitEntry()

  // Broadcasts were lost while Redis was away. Clients that reconnect fetch what they missed.
  redis.onRecovery(() => io.local.disconnectSockets(true))
  return () => clearInterval(timer)
}

/** The adapter publishes a broadcast before it reaches the connections of this process, so publishing must not wait for long. */
function createPublisher({ client, run }: Redis): Redis['client'] {
  const xAdd: typeof client.xAdd = (...entry) => run((client) => client.xAdd(...entry))
  return Object.create(client, { xAdd: { value: xAdd } })
}

/**
 * Resolves once Redis has the broadcasts that were emitted before, so that they reach the other processes even if this one
 * is killed. Redis runs the commands of a connection in order, hence its answer to a ping comes after them.
 */
export async function flushBroadcasts({ run }: Redis) {
  await settlesWithin(
    PUBLISH_TIMEOUT_MS,
    run((client) => client.ping()),
  )
}
