import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Job } from '../../platform/jobs.ts'
import { findFirstUntold, lockWaiting, markTold, type Waiting } from './unread.repository.ts'

declare module '../../platform/jobs.ts' {
  interface JobPayloads {
    sweepUnread: Record<never, never>
  }
}

/** How long a message stays unread before it is mailed, in milliseconds. */
const PATIENCE = 5 * 60_000

/** Orders a letter for whoever has left a message unread for long enough: one letter with all that came since. */
export const sweepUnread: Job<'sweepUnread'> = async (ctx) => {
  const until = new Date(ctx.clock.now().getTime() - PATIENCE)
  for (let more = true; more; ) {
    more = await ctx.db.transaction().execute(async (trx) => {
      const waiting = await lockWaiting(trx, until)
      for (const conversation of waiting) {
        await orderLetter({ ...ctx, db: trx }, 'client', conversation, until)
        await orderLetter({ ...ctx, db: trx }, 'freelancer', conversation, until)
      }
      return waiting.length > 0
    })
  }
}

async function orderLetter({ db, jobs }: AppContext, to: Actor['role'], conversation: Waiting, until: Date) {
  const { client_id: clientId, last_number: last } = conversation
  const since = to === 'client' ? conversation.client_waits_since : conversation.freelancer_waits_since
  if (since === null || since > until.toISOString()) return

  const first = await findFirstUntold(db, to, conversation)
  if (!first) return markTold(db, to, clientId, { waitsSince: null })
  if (first.createdAt > until.toISOString())
    return markTold(db, to, clientId, { waitsSince: first.createdAt })

  await markTold(db, to, clientId, { waitsSince: null, mailed: last })
  await jobs.add(db, 'mailUnread', { clientId, to, after: first.number - 1, until: last })
}
