import type { EventEmitter } from 'node:events'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { LastSeen } from './http/last-seen.ts'
import type { SessionCache } from './http/session-cache.ts'
import type { Tokens } from './http/tokens.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Limits } from './limits/limits.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Outbox } from './mail/outbox.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Payments } from './payments/payments.ts'
import type { Redis } from './process/redis.ts'
import type { Push } from './push/push.ts'
import type { Live } from './realtime/live.ts'
import type { Presence } from './realtime/presence.ts'
import type { Db } from './sql/database.ts'
import type { Storage } from './storage/storage.ts'

export interface AppContext {
  config: Config
  db: Db
  /** A connection of its own for the group commit of chat. */
  writer: Db
  jobs: Jobs
  /** The one way to send an email. */
  outbox: Outbox
  limits: Limits
  /** Null when there is only one process. */
  redis: Redis | null
  storage: Storage
  tokens: Tokens
  sessionCache: SessionCache
  lastSeen: LastSeen
  live: Live
  presence: Presence
  databaseEvents: DatabaseEvents
  payments: Payments
  push: Push
  /** Null without INTERNAL_PORT. */
  metrics: Metrics | null
  clock: { now(): Date }
  log: Logger
}

/** Only the job runner has the mailer, so that every email is counted first (outbox.ts). */
export interface WorkerContext extends AppContext {
  mail: Mailer
}

/** Notifications from triggers of the database, by channel. */
export type DatabaseEvents = EventEmitter<{
  plan_changed: [workspaceId: string]
  members_unassigned: [clientId: string]
}>
