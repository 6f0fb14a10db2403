import { EventEmitter } from 'node:events'
import type { ClientConfig, PoolConfig } from 'pg'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { saveLastSeen } from './features/accounts/sessions.repository.ts'
import { ensureCatalogue } from './features/billing/catalogue.ts'
import type { DatabaseEvents, WorkerContext } from './platform/context.ts'
import { gatherLastSeen } from './platform/http/last-seen.ts'
import { createSessionCache } from './platform/http/session-cache.ts'
import { createTokens } from './platform/http/tokens.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import { createLimits } from './platform/limits/limits.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { createOutbox } from './platform/mail/outbox.ts'
import { createPayments } from './platform/payments/payments.ts'
import { openRedis } from './platform/process/redis.ts'
import { createLive } from './platform/realtime/live.ts'
import { createPresence } from './platform/realtime/presence.ts'
import { connect, disconnect } from './platform/sql/database.ts'
import { createStorage } from './platform/storage/create-storage.ts'
import type { Storage } from './platform/storage/storage.ts'

/** Puts together all that the features use of the world; `close` lets go of it again. */
export async function createContext(
  config: Config,
  connection: ClientConfig,
  log: Logger,
  storage: Storage = createStorage(config),
) {
  const db = connect(connection, log, config)
  const writer = connect(withGenericPlans(connection), log, config)
  const mail = createMailer(config)
  const redis = config.redisUrl ? await openRedis(config.redisUrl, log) : null
  const databaseEvents: DatabaseEvents = new EventEmitter()
  await storage.prepare()
  const sessionCache = await createSessionCache({
    connection,
    db,
    log,
    now: () => ctx.clock.now(),
    channels: { plan_changed: (id) => databaseEvents.emit('plan_changed', id) },
  })
  const ctx: WorkerContext = {
    config,
    db,
    writer,
    jobs: createJobs(),
    mail,
    outbox: createOutbox(config.limits, () => ctx.clock.now()),
    limits: createLimits(config.limits, redis),
    redis,
    storage,
    tokens: createTokens(config.appSecret),
    sessionCache,
    lastSeen: gatherLastSeen((ids) => saveLastSeen(db, ids, ctx.clock.now()), log),
    live: createLive(),
    presence: createPresence(redis),
    databaseEvents,
    payments: createPayments(config, ensureCatalogue),
    clock: { now: () => new Date() },
    log,
  }

  async function close() {
    await ctx.lastSeen.stop()
    await sessionCache.stop()
    await ctx.payments.close()
    mail.close()
    await ctx.presence.stop()
    redis?.close()
    storage.close()
    await disconnect(writer)
    await disconnect(db)
  }

  return { ctx, close }
}

/**
 * PostgreSQL would plan a statement again for arrays of another length, which costs more than running it. A generic plan
 * may be made while the tables are still empty, so sequential scans are off.
 */
function withGenericPlans({ options = '', ...connection }: ClientConfig): PoolConfig {
  const settings = ['plan_cache_mode=force_generic_plan', 'enable_seqscan=off', 'jit=off'].map(
    (one) => `-c ${one}`,
  )
  return { ...connection, max: 1, options: [options, ...settings].join(' ').trim() }
}
