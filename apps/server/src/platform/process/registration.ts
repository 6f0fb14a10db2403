import { createHmac } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { v7 as newId } from 'uuid'
import type { Config } from '../../config.ts'
import type { AppContext } from '../context.ts'
import { isLoopbackHost } from '../http/loopback-host.ts'
import type { Db } from '../sql/database.ts'
import { CannotStart } from './cannot-start.ts'
import { getProcessStatus, networkId, ownProcessMark } from './identity.ts'
import {
  deleteProcess,
  deleteStaleProcesses,
  findOtherProcesses,
  hasProcessTable,
  insertProcess,
  lockProcesses,
  type NewProcess,
  type ProcessRow,
  touchProcess,
} from './processes.repository.ts'

const HEARTBEAT_MS = 1_000
const WATCH_INTERVAL_MS = 250
/** Counts reads and not seconds: while the database or this machine stalls, no heartbeat can arrive. At least 2.5 s. */
const SILENT_READS = 10
/** A running process may be paused for a while, so it gets longer. Only a copied row makes a start wait in vain. */
const SILENT_READS_WHILE_RUNNING = 40

interface Context extends Pick<AppContext, 'db' | 'storage' | 'log'> {
  config: Pick<Config, 'redisUrl' | 'appSecret'>
}

/** Rows of processes that may have ended: their first heartbeat that was read, and how often it was read since. */
type Watched = Map<string, { seenAt: string; reads: number }>

/** Before the database is migrated: a start that is refused leaves it as it is. */
export async function refuseConflictingStart(ctx: Context) {
  if (!(await hasProcessTable(ctx.db))) return
  const own = await describeProcess(ctx)
  await waitUntilAdmitted((watched) => ctx.db.transaction().execute((trx) => isAdmitted(trx, own, watched)))
}

/**
 * Registers this process beside the others on the same database and keeps its heartbeat. It is refused while another one
 * runs with which it cannot share the work.
 */
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

  let lastHeartbeat = Promise.resolve()
  let isSending = false
  const timer = setInterval(() => {
    // While the database is away, a heartbeat takes longer than the interval.
    if (isSending) return
    isSending = true
    lastHeartbeat = sendHeartbeat()
      .catch((error) => log.debug({ err: error }, 'no heartbeat just now'))
      .finally(() => {
        isSending = false
      })
  }, HEARTBEAT_MS).unref()

  return {
    async end() {
      clearInterval(timer)
      await lastHeartbeat
      await deleteProcess(db, own.id).catch((error) => log.debug({ err: error }, 'the process row stays'))
    },
  }

  async function sendHeartbeat() {
    if (await touchProcess(db, own.id)) return
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

async function describeProcess({ config, storage }: Context): Promise<NewProcess> {
  return {
    id: newId(),
    mark: ownProcessMark,
    host: hostname(),
    pid: process.pid,
    redis: redisIdentity(config.redisUrl),
    storage: await storage.identity(),
    secret_check: createHmac('sha256', config.appSecret).update('process').digest('hex').slice(0, 16),
  }
}

async function waitUntilAdmitted(attempt: (watched: Watched) => Promise<boolean>) {
  const watched: Watched = new Map()
  while (!(await attempt(watched))) await wait(WATCH_INTERVAL_MS)
}

/** False while it is undecided whether another process is alive; throws when it is. */
async function isAdmitted(trx: Db, own: NewProcess, watched: Watched) {
  await lockProcesses(trx)
  await deleteStaleProcesses(trx)
  let undecided = false
  for (const other of await findOtherProcesses(trx, own.id)) {
    const refusal = findConflict(own, other)
    if (!refusal) continue
    const status = getProcessStatus(other.mark)
    if (
      status === 'ended' ||
      countSilentReads(
        watched,
        other,
        refusal,
        status === 'running' ? SILENT_READS_WHILE_RUNNING : SILENT_READS,
      )
    )
      await deleteProcess(trx, other.id)
    else undecided = true
  }
  return !undecided
}

/** Throws on a heartbeat. A running process alone is no proof: its row may be from a copy of its database. */
function countSilentReads(watched: Watched, { id, seen_at }: ProcessRow, refusal: string, minReads: number) {
  const { seenAt, reads } = watched.get(id) ?? { seenAt: seen_at, reads: 0 }
  if (seenAt !== seen_at) throw new CannotStart(refusal)
  watched.set(id, { seenAt, reads: reads + 1 })
  return reads >= minReads
}

/** Why the two cannot work side by side, as one sentence. */
function findConflict(own: NewProcess, other: ProcessRow) {
  const who = `Another Portico (process ${other.pid} on ${other.host}) runs on this database`
  if (!own.redis || own.redis !== other.redis)
    return `${who}: set REDIS_URL to the same Redis for both, or stop that one first.`
  if (own.storage !== other.storage)
    return `${who} and keeps its files elsewhere: set STORAGE_URL to the same place for both (s3:// for several machines, file: for processes of one), or stop that one first.`
  if (own.secret_check !== other.secret_check)
    return `${who} with another APP_SECRET: set APP_SECRET to the same value for both, or stop that one first.`
}

/** Without user and password. On another machine a loopback address means another Redis. */
function redisIdentity(redisUrl: string | null) {
  if (!redisUrl) return null
  const { hostname: host, port, pathname } = new URL(redisUrl)
  return [isLoopbackHost(host) ? networkId : host, port || '6379', pathname.slice(1) || '0'].join(' ')
}
