import { setTimeout as pause } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import {
  claimStorage,
  type InstallationContext,
  registerStart,
} from './features/files/installation.service.ts'
import { cameWithin } from './platform/came-within.ts'
import { CannotStart } from './platform/cannot-start.ts'
import { connect, disconnect } from './platform/db.ts'
import { StorageNotReady } from './platform/storage/errors.ts'
import type { Storage } from './platform/storage.ts'
import { VERSION } from './version.ts'

interface Parts {
  connection: ClientConfig
  storage: Storage
  log: Logger
}

const RETRY_DELAY_MS = 5_000
/** A bucket that is silent answers after twice its timeout: nobody waits that long for a start. */
const FIRST_ANSWER_MS = 5_000

/**
 * Makes sure that storage and database belong together, and throws CannotStart otherwise. A storage that does not answer
 * keeps nobody from starting: it is asked again until it does, and `refused` resolves with what it then has against us.
 */
export async function confirmOwnership(parts: Parts) {
  const { storage, log } = parts
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  await withDatabase(parts, (ctx) => registerStart(ctx, VERSION))
  if ((await cameWithin(FIRST_ANSWER_MS, storage.readMarker())) && (await claim(parts)))
    return { refused: new Promise<never>(() => {}), stop }
  log.warn('the storage does not answer: whether it is ours will be seen when it does')
  return { refused: claimLater(parts, stopping.signal), stop }
}

/** Resolves when the storage is refused, and never otherwise. */
async function claimLater(parts: Parts, signal: AbortSignal): Promise<CannotStart> {
  while (!signal.aborted) {
    await pause(RETRY_DELAY_MS, undefined, { signal, ref: false }).catch(() => {})
    if (signal.aborted) break
    try {
      if (!(await claim(parts))) continue
      parts.log.info('the storage answers, and is ours')
      break
    } catch (error) {
      if (error instanceof CannotStart) return error
      // The database may be away now; there is a next time.
    }
  }
  return new Promise(() => {})
}

/** False when the storage does not answer. */
async function claim(parts: Parts) {
  try {
    await withDatabase(parts, claimStorage)
    return true
  } catch (error) {
    if (error instanceof StorageNotReady) return false
    throw error
  }
}

async function withDatabase(
  { connection, storage, log }: Parts,
  work: (ctx: InstallationContext) => Promise<void>,
) {
  const db = connect({ ...connection, max: 1 }, log)
  return work({ db, storage, log, clock: { now: () => new Date() } }).finally(() => disconnect(db))
}
