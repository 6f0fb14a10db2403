import { setTimeout as pause } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { claimStorage, registerStart } from './features/files/installation.service.ts'
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

/**
 * Makes sure that storage and database belong together, and throws CannotStart otherwise. A storage that does not answer
 * keeps nobody from starting: it is asked again until it does, and `refused` resolves with what it then has against us.
 */
export async function confirmOwnership(parts: Parts) {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  const isConfirmed = await confirm(parts).catch((error) => {
    if (!(error instanceof StorageNotReady)) throw error
    parts.log.warn({ err: error }, 'the storage does not answer: whose it is will be seen when it does')
    return false
  })
  const refused = isConfirmed ? new Promise<never>(() => {}) : confirmLater(parts, stopping.signal)
  return { refused, stop }
}

async function confirm({ connection, storage, log }: Parts) {
  const db = connect({ ...connection, max: 1 }, log)
  const ctx = { db, storage, log, clock: { now: () => new Date() } }
  try {
    await registerStart(ctx, VERSION)
    await claimStorage(ctx)
    return true
  } finally {
    await disconnect(db)
  }
}

/** Resolves when it is refused, and never otherwise. */
async function confirmLater(parts: Parts, signal: AbortSignal): Promise<CannotStart> {
  while (!signal.aborted) {
    await pause(RETRY_DELAY_MS, undefined, { signal, ref: false }).catch(() => {})
    if (signal.aborted) break
    try {
      await confirm(parts)
      parts.log.info('the storage answers, and is ours')
      break
    } catch (error) {
      if (error instanceof CannotStart) return error
    }
  }
  return new Promise(() => {})
}
