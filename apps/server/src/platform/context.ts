import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Db } from './db.ts'
import type { Jobs } from './jobs.ts'
import type { LastSeen } from './last-seen.ts'
import type { Limits } from './limits.ts'
import type { Live } from './live.ts'
import type { Outbox } from './mail/outbox.ts'
import type { Mailer } from './mail.ts'
import type { Payments } from './payments.ts'
import type { Redis } from './redis.ts'
import type { SessionCache } from './session-cache.ts'
import type { PlanNews } from './sockets/plan-news.ts'
import type { Presence } from './sockets/presence.ts'
import type { Storage } from './storage.ts'
import type { Tokens } from './tokens.ts'

/** Everything a feature may use of the world. */
export interface AppContext {
  config: Config
  db: Db
  /** Connections of their own for what is gathered and written in order (group-commit.ts): one for each that gathers. */
  writer: Db
  jobs: Jobs
  /** The one way to send an email. */
  outbox: Outbox
  limits: Limits
  /** Null: there is one process alone. */
  redis: Redis | null
  storage: Storage
  tokens: Tokens
  sessionCache: SessionCache
  lastSeen: LastSeen
  live: Live
  presence: Presence
  planNews: PlanNews
  payments: Payments
  clock: { now(): Date }
  log: Logger
}

/** What runs jobs has the mailer besides; features have none, so no email leaves that was not counted. */
export interface WorkerContext extends AppContext {
  mail: Mailer
}
