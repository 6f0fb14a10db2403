import type { Logger } from 'pino'
import type { RedisClientType } from 'redis'
import { CannotStart } from './cannot-start.ts'

/** What several processes share beside the database: broadcasts, limits, presence. */
export interface Redis {
  client: RedisClientType
  /** Calls the listener when the connection is back after it was lost: something may have been missed. */
  onReconnect(listener: () => void): void
  close(): void
}

const CONNECT_TIMEOUT_MS = 5_000

/** Fails when Redis cannot be reached at the start; later the client reconnects by itself. */
export async function openRedis(url: string, log: Logger): Promise<Redis> {
  const { createClient } = await import('redis')
  const client = createClient({
    url,
    // Commands wait for a lost connection, but not without limit.
    commandsQueueMaxLength: 20_000,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectStrategy: (attempt) => Math.min(50 * 2 ** attempt, 1_000) + Math.random() * 100,
    },
  }) as unknown as RedisClientType
  let isLost = false
  client.on('error', (error: Error) => {
    if (!isLost) log.warn({ err: error }, 'the connection to Redis was lost')
    isLost = true
  })
  await connect(client, url)
  client.on('ready', () => {
    isLost = false
  })

  return {
    client,
    onReconnect: (listener) => client.on('ready', listener),
    close() {
      // Sends what is queued.
      client.close().catch(() => {})
    },
  }
}

async function connect(client: RedisClientType, url: string) {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('it does not answer')), CONNECT_TIMEOUT_MS).unref()
  })
  const failed = new Promise<never>((_, reject) => client.once('error', reject))
  try {
    await Promise.race([client.connect(), timeout, failed])
  } catch (error) {
    client.destroy()
    const { host } = new URL(url)
    throw new CannotStart(`REDIS_URL (${host}) cannot be reached: ${(error as Error).message}.`)
  }
}
