import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Db } from './db.ts'
import { cut, cutWhenSilent, leave } from './line.ts'

/** The sessions that have ended before their token did: known to every process within moments, at no cost to a request. */
export interface EndedSessions {
  /** Answers from memory; while the line to the database is down, it asks. */
  has(id: string): boolean | Promise<boolean>
  /** Remembers at once what this process itself has ended. */
  add(id: string): void
  /** Called for each session that ends from now on, wherever it was ended. */
  onEnd(listener: (id: string) => void): void
  stop(): Promise<void>
}

const HEARTBEAT = 1_000

interface Options {
  connection: pg.ClientConfig
  db: Db
  log: Logger
  /** How long a token can outlive its session, in seconds. */
  sessionTtl: number
  /** Other channels that the same line listens to: one connection is enough. */
  others?: Record<string, (payload: string) => void>
}

export async function followEndedSessions({
  connection,
  db,
  log,
  sessionTtl,
  others = {},
}: Options): Promise<EndedSessions> {
  const ended = new Map<string, number>()
  const listeners = new Set<(id: string) => void>()
  const stopping = new AbortController()
  let line: pg.Client | null = null
  let broken: Promise<unknown> = Promise.resolve()

  const firstLine = follow()
  const following = firstLine.then(keepFollowing, keepFollowing)
  await firstLine
  const pruning = setInterval(prune, 600_000).unref()

  return {
    has: (id) => (line ? ended.has(id) : hasEnded(id)),
    add: (id) => remember(id, inOneLifetime()),
    onEnd: (listener) => listeners.add(listener),
    async stop() {
      clearInterval(pruning)
      stopping.abort()
      if (line) await leave(line)
      await following
    },
  }

  async function keepFollowing() {
    for (let attempt = 0; !stopping.signal.aborted; attempt++) {
      if (line) {
        await broken
        line = null
        attempt = 0
        if (!stopping.signal.aborted)
          log.warn('lost the line that tells of ended sessions; asking the database meanwhile')
      }
      await wait(Math.min(100 * 2 ** attempt, 2_000), undefined, { signal: stopping.signal }).catch(() => {})
      if (!stopping.signal.aborted)
        await follow().catch((error) => log.debug({ err: error }, 'still no line'))
    }
  }

  async function follow() {
    const client = new pg.Client({
      ...connection,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    })
    client.on('error', () => {}) // said by 'end'
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === 'session_ended') remember(payload, inOneLifetime())
      else others[channel]?.(payload)
    })
    try {
      await client.connect()
      await client.query(['session_ended', ...Object.keys(others)].map((name) => `listen ${name}`).join(';'))
      // Read after listening began, so that nothing falls between the two.
      const { rows } = await client.query<{ id: string; expires_at: string }>(
        'select id, expires_at from ended_session where expires_at > now()',
      )
      for (const { id, expires_at } of rows) remember(id, Date.parse(expires_at))
      broken = new Promise((resolve) => client.once('end', resolve))
      cutWhenSilent(client, HEARTBEAT)
      line = client
    } catch (error) {
      cut(client)
      throw error
    }
  }

  function inOneLifetime() {
    return Date.now() + sessionTtl * 1_000
  }

  function remember(id: string, until: number) {
    const known = ended.get(id)
    ended.set(id, Math.max(until, known ?? 0))
    if (known === undefined) for (const tell of listeners) tell(id)
  }

  async function hasEnded(id: string) {
    const row = await db.selectFrom('ended_session').select('id').where('id', '=', id).executeTakeFirst()
    return row !== undefined
  }

  function prune() {
    for (const [id, until] of ended) if (until < Date.now()) ended.delete(id)
  }
}
