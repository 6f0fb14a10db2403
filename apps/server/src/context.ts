import { EventEmitter } from 'node:events'
import type { ClientConfig, PoolConfig } from 'pg'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { saveLastSeen } from './features/accounts/sessions.repository.ts'
import { ensureCatalogue } from './features/billing/catalogue.ts'
import type { DatabaseEvents, WorkerContext } from './platform/context.ts'
import { createLastSeen } from './platform/http/last-seen.ts'
import { createSessionCache } from './platform/http/session-cache.ts'
import { createTokens } from './platform/http/tokens.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import { createLimits } from './platform/limits/limits.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { createOutbox } from './platform/mail/outbox.ts'
import { createPayments } from './platform/payments/payments.ts'
import { openRedis } from './platform/process/redis.ts'
import { createPush } from './platform/push/push.ts'
import { createLive } from './platform/realtime/live.ts'
import { createPresence } from './platform/realtime/presence.ts'
import { connect, type Db, disconnect } from './platform/sql/database.ts'
import type { Storage } from './platform/storage/storage.ts'

interface Foundation {
  config: Config
  connection: ClientConfig
  db: Db
  storage: Storage
  log: Logger
}

/** Opens everything that features use; `resources` closes it. */
export async function createContext(
  { config, connection, db, storage, log }: Foundation,
  resources: AsyncDisposableStack,
): Promise<WorkerContext> {
  const now = () => ctx.clock.now()
  const writer = resources.adopt(connect(withGenericPlans(connection), log, config), disconnect)
  const redis = config.redisUrl
    ? resources.adopt(await openRedis(config.redisUrl, log), (redis) => redis.close())
    : null
  const mail = resources.adopt(createMailer(config), (mail) => mail.close())
  await storage.prepare()
  const databaseEvents: DatabaseEvents = new EventEmitter()
  const sessionCache = resources.adopt(
    await createSessionCache({
      connection,
      db,
      log,
      now,
      idleSeconds: config.sessionIdleSeconds,
      requireSecondFactor: config.requireSecondFactor,
      channels: {
        plan_changed: (id) => databaseEvents.emit('plan_changed', id),
        members_unassigned: (id) => databaseEvents.emit('members_unassigned', id),
      },
    }),
    (cache) => cache.stop(),
  )
  const live = createLive()
  const presence = resources.adopt(createPresence(redis), (presence) => presence.stop())
  const payments = resources.adopt(createPayments(config, ensureCatalogue), (payments) => payments.close())
  const lastSeen = resources.adopt(
    createLastSeen(async (used) => {
      for (const workspaceId of await saveLastSeen(db, used, now()))
        live.changed({ workspaceId }, 'clients.cameBack')
    }, log),
    (lastSeen) => lastSeen.stop(),
  )
  const ctx: WorkerContext = {
    config,
    db,
    writer,
    jobs: createJobs(),
    mail,
    outbox: createOutbox(config.limits, now),
    limits: createLimits(config.limits, redis),
    redis,
    storage,
    tokens: createTokens(config),
    sessionCache,
    lastSeen,
    live,
    presence,
    databaseEvents,
    payments,
    push: createPush(config, db),
    // Imported on demand, because most do without.
    metrics: config.internal && (await import('./platform/metrics/metrics.ts')).createMetrics(),
    clock: { now: () => new Date() },
    log,
  }
  return ctx
}

/**
 * Without generic plans PostgreSQL makes a new plan for each array length, which costs more than running the
 * statement. The generic plan may be made while the tables are empty, so sequential scans are off.
 */
function withGenericPlans({ options = '', ...connection }: ClientConfig): PoolConfig {
  const settings = ['plan_cache_mode=force_generic_plan', 'enable_seqscan=off', 'jit=off'].map(
    (setting) => `-c ${setting}`,
  )
  return { ...connection, max: 1, options: [options, ...settings].join(' ').trim() }
}
