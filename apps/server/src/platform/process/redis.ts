import type { Logger } from 'pino'
import type { RedisClientType } from 'redis'
import { CannotStart } from './cannot-start.ts'

/** What several processes share beside the database: broadcasts, limits, who is here. */
export interface Redis {
  client: RedisClientType
  /** Never fails: what cannot be said now is not said. */
  publish(channel: string, news: unknown): void
  subscribe(channel: string, listener: (news: unknown) => void): Promise<void>
  /** Called when the line is back after it was lost: something may have been missed. */
  onReturn(listener: () => void): void
  close(): void
}

const PATIENCE = 5_000

/** Loaded only where it is wanted. Its line comes back by itself; it must be there when we start. */
export async function openRedis(url: string, log: Logger): Promise<Redis> {
  const { createClient } = await import('redis')
  const client = createClient({
    url,
    // What is asked for while the line is down waits for it, but not without end.
    commandsQueueMaxLength: 20_000,
    socket: {
      connectTimeout: PATIENCE,
      reconnectStrategy: (attempt) => Math.min(50 * 2 ** attempt, 1_000) + Math.random() * 100,
    },
  }) as unknown as RedisClientType
  const returned = new Set<() => void>()
  let lost = false
  client.on('error', (error: Error) => {
    if (!lost) log.warn({ err: error }, 'the line to Redis was lost')
    lost = true
  })
  await connectOrSay(client, url)
  client.on('ready', () => {
    lost = false
    for (const listen of returned) listen()
  })
  const subscriber = client.duplicate()
  subscriber.on('error', () => {}) // said by the other
  await subscriber.connect()

  return {
    client,
    publish(channel, news) {
      client
        .publish(channel, JSON.stringify(news))
        .catch((error) => log.debug({ err: error }, 'not published'))
    },
    async subscribe(channel, listener) {
      await subscriber.subscribe(channel, (text) => listener(JSON.parse(text)))
    },
    onReturn: (listener) => returned.add(listener),
    close() {
      subscriber.destroy()
      // What was said last may go out still.
      client.close().catch(() => {})
    },
  }
}

async function connectOrSay(client: RedisClientType, url: string) {
  const tooLong = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('it does not answer')), PATIENCE).unref()
  })
  const refused = new Promise<never>((_, reject) => client.once('error', reject))
  try {
    await Promise.race([client.connect(), tooLong, refused])
  } catch (error) {
    client.destroy()
    const { host } = new URL(url)
    throw new CannotStart(`REDIS_URL (${host}) cannot be reached: ${(error as Error).message}.`)
  }
}
