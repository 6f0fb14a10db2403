import type { AppContext } from '../../platform/context.ts'
import { type AuditActor, audit, type NewEntry } from './audit.ts'

/** Enough to see that somebody tries, however fast they do. */
const MAX_PER_MINUTE = 10
const MINUTE_MS = 60_000
const MAX_COUNTED = 10_000

const counts = new Map<string, { since: number; count: number }>()

/**
 * An entry about something that changed nothing: a wrong password, a refused call. Nobody waits for it, so that the time of the answer
 * reveals nothing, and of one person there are few a minute in each process.
 */
export function auditAttempt(ctx: AppContext, by: AuditActor, entry: NewEntry) {
  const key = `${'personId' in by ? by.personId : by.side} ${entry.action}`
  if (!isWithinLimit(key, ctx.clock.now().getTime())) return
  audit(ctx, by, entry).catch((error) => ctx.log.warn({ err: error }, 'an attempt was not recorded'))
}

function isWithinLimit(key: string, now: number) {
  const known = counts.get(key)
  if (known && now - known.since < MINUTE_MS) return ++known.count <= MAX_PER_MINUTE
  counts.delete(key)
  const [oldest] = counts.keys()
  if (counts.size >= MAX_COUNTED && oldest !== undefined) counts.delete(oldest)
  counts.set(key, { since: now, count: 1 })
  return true
}
