import { setTimeout as pause } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import {
  claimStorage,
  type InstallationContext,
  registerStart,
} from './features/files/installation.service.ts'
import { CannotStart } from './platform/process/cannot-start.ts'
import { settlesWithin } from './platform/process/settles-within.ts'
import { connect, disconnect } from './platform/sql/database.ts'
import { StorageNotReady } from './platform/storage/errors.ts'
import type { Storage } from './platform/storage/storage.ts'
import { VERSION } from './version.ts'

interface Parts {
  connection: ClientConfig
  storage: Storage
  log: Logger
}

const RETRY_DELAY_MS = 5_000
/** A request to a silent bucket fails after twice its timeout, which is too long for a start. */
const FIRST_ANSWER_MS = 5_000

/**
 * Makes sure that storage and database belong together, and throws CannotStart otherwise. A storage that does not answer
 * does not prevent the start: it is checked again until it answers, and `refused` resolves with the reason when it is not
 * ours.
 */
export async function confirmOwnership({ connection, storage, log }: Parts) {
  const stopping = new AbortController()
  // Its one connection closes between the attempts.
  const db = connect({ ...connection, max: 1, idleTimeoutMillis: 1_000 }, log)
  const ctx = { db, storage, log, clock: { now: () => new Date() } }

  async function stop() {
    stopping.abort()
    await disconnect(db)
  }

  try {
    await registerStart(ctx, VERSION)
    if ((await settlesWithin(FIRST_ANSWER_MS, storage.readMarker())) && (await claim(ctx)))
      return { refused: new Promise<never>(() => {}), stop }
  } catch (error) {
    await stop()
    throw error
  }
  log.warn('the storage does not answer: whether it is ours is checked when it does')
  return { refused: claimLater(ctx, stopping.signal), stop }
}

/** Resolves when the storage is refused, and never otherwise. */
async function claimLater(ctx: InstallationContext, signal: AbortSignal): Promise<CannotStart> {
  while (!signal.aborted) {
    await pause(RETRY_DELAY_MS, undefined, { signal, ref: false }).catch(() => {})
    if (signal.aborted) break
    try {
      if (!(await claim(ctx))) continue
      ctx.log.info('the storage answers, and is ours')
      break
    } catch (error) {
      if (error instanceof CannotStart) return error
      // The database may be away; the next attempt follows.
    }
  }
  return new Promise(() => {})
}

/** False when the storage does not answer. */
async function claim(ctx: InstallationContext) {
  try {
    await claimStorage(ctx)
    return true
  } catch (error) {
    if (error instanceof StorageNotReady) return false
    throw error
  }
}
