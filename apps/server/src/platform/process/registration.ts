import { createHmac } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { v7 as newId } from 'uuid'
import type { Config } from '../../config.ts'
import { CannotStart } from '../cannot-start.ts'
import type { AppContext } from '../context.ts'
import type { Db } from '../db.ts'
import { hasEnded, network, processMark } from './identity.ts'
import {
  deleteForgottenProcesses,
  deleteProcess,
  findOtherProcesses,
  insertProcess,
  lockProcesses,
  type NewProcess,
  type ProcessRow,
  touchProcess,
} from './processes.repository.ts'

const HEARTBEAT_MS = 1_000
/** A heartbeat may be late on a busy machine; a start may take five seconds in all. */
const WATCH_MS = 2_500
const WATCH_INTERVAL_MS = 250

type Context = Pick<AppContext, 'db' | 'storage' | 'log'> & { config: Pick<Config, 'redisUrl' | 'appSecret'> }

/** Rows of processes that may have ended, as they were when first seen. */
type Watched = Map<string, { seenAt: string; since: number }>

/**
 * Registers this process beside the others on the same database and keeps its heartbeat. It is refused while another one
 * runs with which it cannot share the work.
 */
export async function registerProcess({ db, config, storage, log }: Context) {
  const own: NewProcess = {
    id: newId(),
    mark: processMark,
    host: hostname(),
    pid: process.pid,
    redis: redisPlace(config.redisUrl),
    storage: await storage.identity(),
    secret_check: createHmac('sha256', config.appSecret).update('process').digest('hex').slice(0, 16),
  }
  const watched: Watched = new Map()
  while (!(await db.transaction().execute((trx) => admit(trx, own, watched)))) await wait(WATCH_INTERVAL_MS)

  let beating = Promise.resolve()
  let isBeating = false
  const timer = setInterval(() => {
    // While the database is away, a heartbeat takes longer than the interval.
    if (isBeating) return
    isBeating = true
    beating = beat()
      .catch((error) => log.debug({ err: error }, 'no heartbeat just now'))
      .finally(() => {
        isBeating = false
      })
  }, HEARTBEAT_MS).unref()

  return {
    async end() {
      clearInterval(timer)
      await beating
      await deleteProcess(db, own.id).catch((error) => log.debug({ err: error }, 'the process row stays'))
    },
  }

  async function beat() {
    if (await touchProcess(db, own.id)) return
    await db.transaction().execute(async (trx) => {
      await lockProcesses(trx)
      await insertProcess(trx, own)
      const others = await findOtherProcesses(trx, own.id)
      const reasons = others.flatMap((other) => refusalFor(own, other) ?? [])
      if (reasons.length > 0)
        log.error(
          { reasons },
          'another process took over while this one could not reach the database: stop one',
        )
    })
  }
}

/** True once the row is written; false when another process has to be watched for a while. */
async function admit(trx: Db, own: NewProcess, watched: Watched) {
  await lockProcesses(trx)
  await deleteForgottenProcesses(trx)
  let undecided = false
  for (const other of await findOtherProcesses(trx, own.id)) {
    const refusal = refusalFor(own, other)
    if (!refusal) continue
    if (hasEnded(other.mark)) await deleteProcess(trx, other.id)
    else if (hasBeatenSince(watched, other)) throw new CannotStart(refusal)
    else if (isSilent(watched, other)) await deleteProcess(trx, other.id)
    else undecided = true
  }
  if (undecided) return false
  await insertProcess(trx, own)
  return true
}

/**
 * That a process runs is not enough: its row may have come with a copy of the database it works on. So only a heartbeat
 * counts.
 */
function hasBeatenSince(watched: Watched, { id, seen_at }: ProcessRow) {
  const first = watched.get(id)
  if (!first) watched.set(id, { seenAt: seen_at, since: performance.now() })
  return first !== undefined && first.seenAt !== seen_at
}

function isSilent(watched: Watched, { id }: ProcessRow) {
  const first = watched.get(id)
  return first !== undefined && performance.now() - first.since > WATCH_MS
}

/** Why the two cannot work side by side, as one sentence. */
function refusalFor(own: NewProcess, other: ProcessRow) {
  const who = `Another Portico (process ${other.pid} on ${other.host}) runs on this database`
  if (!own.redis || own.redis !== other.redis)
    return `${who}: set REDIS_URL to the same Redis for both, or stop that one first.`
  if (own.storage !== other.storage)
    return `${who} and keeps its files elsewhere: set STORAGE_URL to the same place for both (s3:// for several machines, file: for processes of one), or stop that one first.`
  if (own.secret_check !== other.secret_check)
    return `${who} with another APP_SECRET: set APP_SECRET to the same value for both, or stop that one first.`
}

/** Without user and password. A loopback address is another Redis on another machine. */
function redisPlace(redisUrl: string | null) {
  if (!redisUrl) return null
  const { hostname: host, port, pathname } = new URL(redisUrl)
  return [LOOPBACK.test(host) ? network : host, port || '6379', pathname.slice(1) || '0'].join(' ')
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/
