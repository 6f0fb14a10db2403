import type { Logger } from 'pino'
import type { RedisClientType } from 'redis'
import { CannotStart } from './cannot-start.ts'

/** Broadcasts, limits and presence that several processes share. */
export interface Redis {
  client: RedisClientType
  /** Messages may have been missed while the connection was lost. */
  onReconnect(listener: () => void): void
  close(): void
}

const CONNECT_TIMEOUT_MS = 5_000

/** Throws CannotStart when Redis cannot be reached. Later the client reconnects by itself. */
export async function openRedis(url: string, log: Logger): Promise<Redis> {
  const { createClient } = await import('redis')
  const client = createClient({
    url,
    // Commands are queued while the connection is lost.
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
