import { createHmac } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { v7 as newId } from 'uuid'
import type { Config } from '../../config.ts'
import { SCHEMA } from '../../version.ts'
import type { AppContext } from '../context.ts'
import { isLoopbackHost } from '../http/loopback-host.ts'
import { secretsOf } from '../http/secret-keys.ts'
import type { Db } from '../sql/database.ts'
import { hasPendingContract } from '../sql/migrations.ts'
import { CannotStart } from './cannot-start.ts'
import { getProcessStatus, networkId, ownProcessMark } from './identity.ts'
import {
  deleteProcess,
  deleteSilentProcesses,
  findOtherProcesses,
  hasProcessTable,
  hasWorker,
  insertProcess,
  lockProcesses,
  type NewProcess,
  type ProcessRow,
  touchProcess,
} from './processes.repository.ts'

const HEARTBEAT_MS = 1_000
const WATCH_INTERVAL_MS = 250
/** At least 2.5 s. Counts reads, not seconds, because no heartbeat can arrive while the database or this machine stalls. */
const SILENT_READS = 10
/** A running process may be paused for a while. */
const SILENT_READS_WHILE_RUNNING = 40

/** A running process writes its row again, so this may be shorter than a stalled database takes. */
const SILENT_SECONDS = 60
const HEARTBEATS_BETWEEN_CLEAN_UPS = 60
/** In seconds: a worker may start after the web processes. */
const FIRST_LOOK_FOR_WORKERS = 20
const DAY_SECONDS = 24 * 60 * 60

interface Context extends Pick<AppContext, 'db' | 'storage' | 'log'> {
  version: string
  config: Pick<Config, 'redisUrl' | 'appSecret' | 'formerSecrets' | 'vapidPrivateKey' | 'role'>
}

/** The other processes that may have ended, by id: their last heartbeat, and how often the same one was read. */
type Watched = Map<string, { seenAt: string; reads: number }>

/** Runs before the migration, so that a refused start does not change the database. */
export async function refuseConflictingStart(ctx: Context) {
  if (!(await hasProcessTable(ctx.db))) return
  const own = await describeProcess(ctx)
  const migrates = await hasPendingContract(ctx.db)
  await waitUntilAdmitted((watched) =>
    ctx.db.transaction().execute((trx) => isAdmitted(trx, own, watched, migrates)),
  )
}

/** Registers this process and updates its heartbeat. Throws CannotStart while a process runs that it cannot share with. */
export async function registerProcess(ctx: Context) {
  const { db, log } = ctx
  const own = await describeProcess(ctx)
  await waitUntilAdmitted((watched) =>
    db.transaction().execute(async (trx) => {
      if (!(await isAdmitted(trx, own, watched))) return false
      await insertProcess(trx, own)
      return true
    }),
  )

  let heartbeats = 0
  let lastHeartbeat = Promise.resolve()
  let isSending = false
  const timer = setInterval(() => {
    // While the database does not respond, a heartbeat takes longer than the interval.
    if (isSending) return
    isSending = true
    lastHeartbeat = sendHeartbeat()
      .catch((error) => log.debug({ err: error }, 'could not send a heartbeat'))
      .finally(() => {
        isSending = false
      })
  }, HEARTBEAT_MS).unref()

  return {
    async end() {
      clearInterval(timer)
      await lastHeartbeat
      await deleteProcess(db, own.id).catch((error) =>
        log.debug({ err: error }, 'could not delete the row of this process'),
      )
    },
  }

  async function warnWithoutWorker() {
    if (await hasWorker(db)) return
    log.warn('no process runs jobs, emails included: start one with PORTICO_ROLE=worker')
  }

  async function sendHeartbeat() {
    if (await touchProcess(db, own.id)) {
      if (heartbeats % HEARTBEATS_BETWEEN_CLEAN_UPS === 0)
        await deleteSilentProcesses(db, { seconds: SILENT_SECONDS })
      if (heartbeats % HEARTBEATS_BETWEEN_CLEAN_UPS === FIRST_LOOK_FOR_WORKERS && own.role === 'web')
        await warnWithoutWorker()
      heartbeats++
      return
    }
    await db.transaction().execute(async (trx) => {
      await lockProcesses(trx)
      await insertProcess(trx, own)
      const others = await findOtherProcesses(trx, own.id)
      const reasons = others.flatMap((other) => findConflict(own, other) ?? [])
      if (reasons.length > 0)
        log.error(
          { reasons },
          'another process took over while this one could not reach the database: stop one',
        )
    })
  }
}

async function describeProcess({ config, storage, version }: Context): Promise<NewProcess> {
  return {
    id: newId(),
    mark: ownProcessMark,
    host: hostname(),
    pid: process.pid,
    redis: redisIdentity(config.redisUrl),
    storage: await storage.identity(),
    secret_check: createHmac('sha256', secretsOf(config).sort().join('\n'))
      .update(`process ${config.vapidPrivateKey ?? ''}`)
      .digest('hex')
      .slice(0, 16),
    version,
    role: config.role,
    schema: SCHEMA,
  }
}

async function waitUntilAdmitted(attempt: (watched: Watched) => Promise<boolean>) {
  const watched: Watched = new Map()
  while (!(await attempt(watched))) await wait(WATCH_INTERVAL_MS)
}

/** False while it is unknown whether a conflicting process is alive. Throws CannotStart when it is. */
async function isAdmitted(trx: Db, own: NewProcess, watched: Watched, migrates = false) {
  await lockProcesses(trx)
  await deleteSilentProcesses(trx, { seconds: DAY_SECONDS })
  let undecided = false
  for (const other of await findOtherProcesses(trx, own.id)) {
    const status = getProcessStatus(other.mark)
    if (status === 'ended') {
      await deleteProcess(trx, other.id)
      continue
    }
    const refusal = (migrates ? findVersionConflict(own, other) : undefined) ?? findConflict(own, other)
    if (!refusal) continue
    const silentReads = countSilentReads(watched, other)
    // Only a new heartbeat proves that it is alive: this database may be a copy of the one on which it runs.
    if (silentReads === null) throw new CannotStart(refusal)
    if (silentReads >= (status === 'running' ? SILENT_READS_WHILE_RUNNING : SILENT_READS))
      await deleteProcess(trx, other.id)
    else undecided = true
  }
  return !undecided
}

/** How often the last heartbeat was read before; null when there is a new one. */
function countSilentReads(watched: Watched, { id, seen_at }: ProcessRow) {
  const { seenAt, reads } = watched.get(id) ?? { seenAt: seen_at, reads: 0 }
  if (seenAt !== seen_at) return null
  watched.set(id, { seenAt, reads: reads + 1 })
  return reads
}

/** A sentence when this start would migrate a database on which the other process relies. */
function findVersionConflict(own: NewProcess, other: ProcessRow) {
  if (other.version === own.version) return
  // The column may not exist yet.
  const version = other.version ? `version ${other.version}` : 'an earlier version'
  return (
    `Another Portico (process ${other.pid} on ${other.host}, ${version}) runs on this database, which this start would bring up to version ` +
    `${own.version}: stop all processes of the other version first, because they would fail on the changed database.`
  )
}

/** A sentence when the two processes cannot run at the same time. */
function findConflict(own: NewProcess, other: ProcessRow) {
  const who = `Another Portico (process ${other.pid} on ${other.host}) runs on this database`
  if (!own.redis || own.redis !== other.redis)
    return `${who}: set REDIS_URL to the same Redis for both, or stop that one first.`
  if (own.storage !== other.storage)
    return `${who} and keeps its files elsewhere: set STORAGE_URL to the same place for both (s3:// for several machines, file: for processes of one), or stop that one first.`
  if (own.secret_check !== other.secret_check)
    return `${who} with another APP_SECRET or VAPID_PRIVATE_KEY: set each to the same value for both, or stop that one first.`
}

/** Leaves out user and password. On another machine a loopback address means another Redis. */
function redisIdentity(redisUrl: string | null) {
  if (!redisUrl) return null
  const { hostname: host, port, pathname } = new URL(redisUrl)
  return [isLoopbackHost(host) ? networkId : host, port || '6379', pathname.slice(1) || '0'].join(' ')
}
