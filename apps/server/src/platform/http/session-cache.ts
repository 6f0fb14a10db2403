import { sql } from 'kysely'
import type pg from 'pg'
import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import type { Actor, Role, Sees } from '../actors.ts'
import type { Db } from '../sql/database.ts'
import { followNotifications } from '../sql/notifications.ts'
import { statement } from '../sql/statement.ts'
import { hasFactor } from './has-factor.ts'

export interface SessionOwner {
  actor: Actor
  /** A freelancer reads by it what this client sees. */
  isPreview: boolean
  /** Why a member may do next to nothing now. */
  restriction: Restriction | null
}

/** `paused`: beyond what the plan has room for. `no_factor`: a second factor is required, and not set up. */
export type Restriction = 'paused' | 'no_factor'

export interface SessionCache {
  /** Null once the session has ended or expired. Only a session that is not cached costs a read. */
  find(id: string): SessionOwner | null | Promise<SessionOwner | null>
  /** Drops a session that this process has ended or changed, without waiting for the notification. */
  drop(id: string): void
  /** Calls `end` for each of these sessions when it ends, on any process. */
  watch(sessions: WatchedSessions): void
  stop(): Promise<void>
}

export interface WatchedSessions {
  ids(): Iterable<string>
  end(id: string): void
}

interface Options {
  connection: ClientConfig
  db: Db
  log: Logger
  now: () => Date
  /** Other channels that the same connection listens to. */
  channels?: Record<string, (payload: string) => void>
  maxCached?: number
  /** A session that was not used for so many seconds has ended. */
  idleSeconds?: number | null
  /** Whether a second factor is required in every workspace. */
  requireSecondFactor?: boolean
}

/** An entry is about 300 bytes. */
const MAX_CACHED = 20_000
/** The payload when more sessions ended than fit into a notification. */
const ALL_SESSIONS = '*'

type CachedSession = SessionOwner & { expiresAt: number; usedAt: number }

export async function createSessionCache({
  connection,
  db,
  log,
  now,
  channels,
  maxCached = MAX_CACHED,
  idleSeconds = null,
  requireSecondFactor = false,
}: Options): Promise<SessionCache> {
  const cached = new Map<string, CachedSession>()
  const watched = new Set<WatchedSessions>()
  let connected = false
  /** Increases with every event that may make a read in progress stale. */
  let version = 0

  const notifications = await followNotifications({
    connection,
    log,
    channels: {
      ...channels,
      session_ended: handleNotification,
      session_reach_changed: drop,
      session_changed: forget,
    },
    onListening: endMissing,
    onConnected: () => setConnected(true),
    onDisconnected: () => setConnected(false),
  })

  return {
    find(id) {
      const [known, time] = [cached.get(id), now().getTime()]
      if (!known || known.expiresAt <= time) return read(id)
      // It may have been used in another process.
      if (idleSeconds !== null && known.usedAt + idleSeconds * 1_000 < time) return read(id)
      known.usedAt = time
      return known
    },
    drop: drop,
    watch: (sessions) => watched.add(sessions),
    stop: notifications.stop,
  }

  async function read(id: string) {
    const versionBefore = version
    const [row] = await sessionOwner(db, { id, now: now(), usedAfter: usedAfter(), requireSecondFactor })
    if (!row) return null
    const owner: CachedSession = {
      actor: actorOf(id, row),
      isPreview: row.previewed_by !== null,
      restriction: row.restriction,
      expiresAt: Date.parse(row.expires_at),
      usedAt: now().getTime(),
    }
    // A restriction is read each time, so that it is over at once.
    if (connected && version === versionBefore && !owner.restriction) store(id, owner)
    return owner
  }

  function usedAfter() {
    return idleSeconds === null ? null : new Date(now().getTime() - idleSeconds * 1_000)
  }

  function store(id: string, owner: CachedSession) {
    const [oldest] = cached.keys()
    if (cached.size >= maxCached && oldest) cached.delete(oldest)
    cached.set(id, owner)
  }

  function drop(id: string) {
    forget(id)
    for (const { end } of watched) end(id)
  }

  /** What the owner may do has changed. */
  function forget(id: string) {
    version++
    cached.delete(id)
  }

  function clearCache() {
    version++
    cached.clear()
  }

  /** Notifications may have been missed while disconnected, so the cache is empty then and starts empty afterwards. */
  function setConnected(is: boolean) {
    connected = is
    clearCache()
  }

  function handleNotification(payload: string, client: pg.Client) {
    if (payload !== ALL_SESSIONS) return payload.split(',').forEach(drop)
    clearCache()
    // After a failed check the reconnect checks again.
    endMissing(client).catch(() => client.end())
  }

  async function endMissing(client: pg.Client) {
    const ids = new Set([...watched].flatMap((sessions) => [...sessions.ids()]))
    if (ids.size === 0) return
    const { rows } = await client.query<{ id: string }>(
      'select id from unnest($1::uuid[]) open (id) where not exists (select from session where session.id = open.id)',
      [[...ids]],
    )
    for (const { id } of rows) drop(id)
  }
}

function actorOf(sessionId: string, row: SessionRow): Actor {
  const shared = { workspaceId: row.workspace_id, sessionId }
  if (row.freelancer_id) {
    const [role, sees] = [row.role ?? 'member', row.sees ?? 'assigned']
    return { side: 'freelancer', personId: row.freelancer_id, role, sees, ...shared }
  }
  const [personId, looksOnly] = [row.person_id ?? '', row.looks_only ?? true]
  return { side: 'client', personId, clientId: row.client_id ?? '', looksOnly, ...shared }
}

interface SessionRow {
  freelancer_id: string | null
  person_id: string | null
  client_id: string | null
  looks_only: boolean | null
  workspace_id: string
  role: Role | null
  sees: Sees | null
  previewed_by: string | null
  expires_at: string
  restriction: Restriction | null
}

interface SessionQuery {
  id: string
  now: Date
  usedAfter: Date | null
  requireSecondFactor: boolean
}

const sessionOwner = statement<SessionQuery, SessionRow>(
  'session_owner',
  ($) =>
    sql`
      select s.freelancer_id, c.id as person_id, coalesce(c.contact_of, c.id) as client_id, c.looks_only,
        coalesce(s.workspace_id, c.workspace_id) as workspace_id, m.role, m.sees, s.previewed_by, s.expires_at,
        case when m.paused_at is not null then 'paused'
          when m.person_id is not null and (${$.requireSecondFactor}::boolean or w.require_second_factor)
            and not ${hasFactor(sql`m.person_id`)} then 'no_factor' end as restriction
      from session s left join client c on c.id = s.client_id
        left join member m on m.workspace_id = s.workspace_id and m.person_id = s.freelancer_id
        left join workspace w on w.id = s.workspace_id
      where s.id = ${$.id} and s.expires_at > ${$.now}
        and (${$.usedAfter}::timestamptz is null or s.last_seen_at > ${$.usedAfter} or s.previewed_by is not null)`,
  { sharesConnection: true },
)
