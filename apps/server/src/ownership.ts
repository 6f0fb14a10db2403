import { setTimeout as wait } from 'node:timers/promises'
import {
  claimStorage,
  type InstallationContext,
  registerStart,
} from './features/files/installation.service.ts'
import { CannotStart } from './platform/process/cannot-start.ts'
import { StorageNotReady } from './platform/storage/errors.ts'
import { VERSION } from './version.ts'

const RETRY_DELAY_MS = 5_000
/** A request to a bucket that does not respond fails after twice its timeout, which is too long for a start. */
const FIRST_ATTEMPT_MS = 5_000

/**
 * Throws CannotStart when the storage belongs to another database. A storage that does not answer does not prevent the
 * start: it is retried, and `refused` resolves with the reason if it belongs to another database.
 */
export async function confirmOwnership(parts: Omit<InstallationContext, 'clock'>) {
  const ctx = { ...parts, clock: { now: () => new Date() } }
  const stopping = new AbortController()
  const stop = () => stopping.abort()

  await registerStart(ctx, VERSION)
  const firstAttempt = claim(ctx)
  const isOurs = await Promise.race([firstAttempt, wait(FIRST_ATTEMPT_MS, false, { ref: false })])
  if (isOurs) return { refused: new Promise<never>(() => {}), stop }
  ctx.log.warn('the storage does not answer: whether it is ours is checked when it does')
  return { refused: claimLater(ctx, firstAttempt, stopping.signal), stop }
}

/** Resolves when the storage is refused, and never otherwise. */
async function claimLater(
  ctx: InstallationContext,
  firstAttempt: Promise<boolean>,
  signal: AbortSignal,
): Promise<CannotStart> {
  for (let attempt = firstAttempt; ; attempt = claim(ctx)) {
    try {
      if (await attempt) {
        ctx.log.info('the storage answers, and is ours')
        break
      }
    } catch (error) {
      if (error instanceof CannotStart) return error
      // The database may be away; the next attempt follows.
    }
    await wait(RETRY_DELAY_MS, undefined, { signal, ref: false }).catch(() => {})
    if (signal.aborted) break
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
