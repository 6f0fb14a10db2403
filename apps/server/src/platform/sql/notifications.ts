import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { settlesWithin } from '../process/settles-within.ts'
import { startHeartbeat } from './heartbeat.ts'

const HEARTBEAT_MS = 1_000
const CONNECTION_TIMEOUT_MS = 5_000
/** Sessions must end on every process within seconds, even when this connection dies silently. */
const QUERY_TIMEOUT_MS = 2_000
const MAX_RECONNECT_DELAY_MS = 2_000
const STOP_TIMEOUT_MS = 1_000

interface Options {
  connection: pg.ClientConfig
  log: Logger
  channels: Record<string, (payload: string, client: pg.Client) => void>
  /** Runs after each LISTEN and before `onConnected`: earlier notifications were missed. */
  onListening(client: pg.Client): Promise<void>
  onConnected(): void
  onDisconnected(): void
}

/** Listens to PostgreSQL's notifications on its own connection, and reconnects when it is lost. */
export async function followNotifications(options: Options) {
  const { connection, log, channels, onListening, onConnected, onDisconnected } = options
  const stopping = new AbortController()
  let current: pg.Client | null = null
  let lost: Promise<void> = Promise.resolve()

  await connect()
  const reconnecting = reconnectUntilStopped()

  return {
    async stop() {
      stopping.abort()
      current?.end()
      // A dead connection never confirms its end.
      await settlesWithin(STOP_TIMEOUT_MS, reconnecting)
    },
  }

  async function reconnectUntilStopped() {
    for (let attempt = 0; !stopping.signal.aborted; attempt++) {
      if (current) {
        await lost
        attempt = 0
        if (!stopping.signal.aborted) log.warn('lost the connection for notifications of the database')
      }
      const delay = Math.min(100 * 2 ** attempt, MAX_RECONNECT_DELAY_MS)
      await wait(delay, undefined, { signal: stopping.signal }).catch(() => {})
      if (!stopping.signal.aborted)
        await connect().catch((error) => log.debug({ err: error }, 'cannot listen to notifications yet'))
    }
  }

  async function connect() {
    const client = new pg.Client({
      keepAlive: true,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      pipeline: true,
      ...connection,
    })
    let ended = false
    const end = new Promise<void>((resolve) => {
      client.once('end', () => {
        ended = true
        if (current === client) {
          current = null
          onDisconnected()
        }
        resolve()
      })
    })
    client.on('error', () => {}) // 'end' follows
    client.on('notification', ({ channel, payload = '' }) => channels[channel]?.(payload, client))
    try {
      await client.connect()
      await client.query(
        Object.keys(channels)
          .map((name) => `listen ${name}`)
          .join(';'),
      )
      await onListening(client)
      if (ended) throw new Error('The connection was lost again.')
      startHeartbeat(client, { intervalMs: HEARTBEAT_MS, timeoutMs: QUERY_TIMEOUT_MS })
      current = client
      lost = end
      onConnected()
    } catch (error) {
      client.end()
      throw error
    }
  }
}
