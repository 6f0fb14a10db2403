import type { Logger } from 'pino'
import type { RedisClientType } from 'redis'
import { CannotStart } from './cannot-start.ts'

/** Broadcasts, limits and presence that several processes share. */
export interface Redis {
  /** For the adapter of Socket.IO, which makes connections of its own. Everything else uses `run`. */
  client: RedisClientType
  /**
   * Rejects after `COMMAND_TIMEOUT_MS` without a reply, and from then on at once until Redis answers again, so that only
   * the first request of an outage waits.
   */
  run<T>(command: (client: RedisClientType) => Promise<T>): Promise<T>
  isFailing(): boolean
  /** Redis answers after an outage, in which messages may have been missed. */
  onRecovery(listener: () => void): void
  close(): void
}

const CONNECT_TIMEOUT_MS = 5_000
const COMMAND_TIMEOUT_MS = 2_000
/** An outage is noticed and logged even while nobody uses Redis. */
const HEARTBEAT_MS = 1_000
/** A connection on which nothing is sent or received is replaced. Longer than the adapter waits for an entry (5 s). */
const SOCKET_TIMEOUT_MS = 10_000
/** Keeps healthy idle connections from that. A further ping is only sent after the reply to the one before. */
const PING_INTERVAL_MS = 3_000

/** Throws CannotStart when Redis cannot be reached. Later the client reconnects by itself. */
export async function openRedis(url: string, log: Pick<Logger, 'error' | 'info'>): Promise<Redis> {
  const { createClient } = await import('redis')
  const client = createClient({
    url,
    // The adapter's commands are queued while its connection is lost.
    commandsQueueMaxLength: 20_000,
    pingInterval: PING_INTERVAL_MS,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      reconnectStrategy: (attempt) => Math.min(50 * 2 ** attempt, 1_000) + Math.random() * 100,
    },
  }) as unknown as RedisClientType
  const listeners = new Set<() => void>()
  const pending = new Set<(error: Error) => void>()
  let failingSince: number | null = null
  let isProbing = false

  await connect(client, url)
  client.on('error', beginOutage).on('ready', probe)
  const heartbeat = setInterval(() => {
    if (failingSince !== null) probe()
    else run((client) => client.ping()).catch(() => {})
  }, HEARTBEAT_MS).unref()

  return {
    client,
    run,
    isFailing: () => failingSince !== null,
    onRecovery: (listener) => void listeners.add(listener),
    close() {
      clearInterval(heartbeat)
      if (failingSince !== null) return client.destroy()
      // Sends what is queued.
      client.close().catch(() => {})
    },
  }

  function run<T>(command: (client: RedisClientType) => Promise<T>) {
    if (failingSince !== null) return Promise.reject(new RedisNotAnswering())
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    pending.add(reject)
    command(client).then(resolve, reject)
    // In two halves, and then one more turn of the event loop: while that is blocked, no reply can be read.
    let timer = setTimeout(() => {
      timer = setTimeout(() => setImmediate(endUnanswered, reject), COMMAND_TIMEOUT_MS / 2).unref()
    }, COMMAND_TIMEOUT_MS / 2).unref()
    return promise.finally(() => {
      clearTimeout(timer)
      pending.delete(reject)
    })
  }

  function endUnanswered(reject: (error: Error) => void) {
    if (pending.has(reject)) beginOutage(new RedisNotAnswering())
  }

  function beginOutage(error: Error) {
    if (failingSince !== null) return
    failingSince = performance.now()
    log.error(
      { err: error },
      'Redis does not answer: each process counts its own limits and reaches only its own live connections',
    )
    // In the order of the commands, which the order of broadcasts follows.
    for (const reject of pending) reject(error)
  }

  /** A silent connection fails by its own timeout, and this is called again when there is another one. */
  function probe() {
    if (isProbing || failingSince === null || !client.isReady) return
    isProbing = true
    client
      .ping()
      .then(endOutage, () => {})
      .finally(() => {
        isProbing = false
      })
  }

  function endOutage() {
    if (failingSince === null) return
    const seconds = Math.round((performance.now() - failingSince) / 1_000)
    failingSince = null
    log.info({ seconds }, 'Redis answers again')
    for (const listener of listeners) listener()
  }
}

class RedisNotAnswering extends Error {
  override message = 'Redis does not answer'
}

async function connect(client: RedisClientType, url: string) {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('it does not answer')), CONNECT_TIMEOUT_MS).unref()
  })
  const failed = new Promise<never>((_, reject) => client.on('error', reject))
  try {
    await Promise.race([client.connect(), timeout, failed])
  } catch (error) {
    client.destroy()
    const { host } = new URL(url)
    throw new CannotStart(`REDIS_URL (${host}) cannot be reached: ${(error as Error).message}.`)
  }
}
