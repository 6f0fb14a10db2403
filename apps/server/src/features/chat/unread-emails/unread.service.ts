import type { Actor } from '../../../platform/actors.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import {
  findCorrespondents,
  findFirstUnnotified,
  lockWaitingConversations,
  updateWaiting,
  type WaitingConversation,
} from './unread.repository.ts'

declare module '../../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    sweepUnread: Record<never, never>
  }
}

const UNREAD_DELAY_MS = 5 * 60_000

/** Queues one email for each person with a message that is unread for long enough. It quotes the messages after it too. */
export const queueUnreadEmails: Job<'sweepUnread'> = async (ctx) => {
  const until = new Date(ctx.clock.now().getTime() - UNREAD_DELAY_MS)
  for (let more = true; more; ) {
    more = await ctx.db.transaction().execute(async (trx) => {
      const waiting = await lockWaitingConversations(trx, until)
      for (const conversation of waiting) {
        await queueEmailFor({ ...ctx, db: trx }, 'client', conversation, until)
        await queueEmailFor({ ...ctx, db: trx }, 'freelancer', conversation, until)
      }
      return waiting.length > 0
    })
  }
}

async function queueEmailFor(
  ctx: AppContext,
  to: Actor['role'],
  conversation: WaitingConversation,
  until: Date,
) {
  const { db } = ctx
  const { client_id: clientId, last_number: last } = conversation
  const since = to === 'client' ? conversation.client_waits_since : conversation.freelancer_waits_since
  if (since === null || since > until.toISOString()) return

  const first = await findFirstUnnotified(db, to, conversation)
  if (!first) return updateWaiting(db, to, clientId, { waitsSince: null })
  if (first.createdAt > until.toISOString())
    return updateWaiting(db, to, clientId, { waitsSince: first.createdAt })

  const secondsToWait = await queueUnread(ctx, to, { clientId, after: first.number - 1, until: last })
  if (secondsToWait === 0) return updateWaiting(db, to, clientId, { waitsSince: null, mailed: last })
  const later = new Date(ctx.clock.now().getTime() + secondsToWait * 1_000)
  await updateWaiting(db, to, clientId, { waitsSince: later.toISOString() })
}

/** Returns the seconds until the next attempt; 0 when the email is queued, or not wanted. */
async function queueUnread(
  { db, config, outbox }: AppContext,
  to: Actor['role'],
  range: { clientId: string; after: number; until: number },
) {
  const both = await findCorrespondents(db, range.clientId)
  if (!both || !(to === 'client' ? both.clientWantsMail : both.freelancerWantsMail)) return 0
  // An unconfirmed address may belong to a stranger, who must not get these messages either.
  if (config.confirmEmail && !both.freelancerConfirmedAt) return UNCONFIRMED_RETRY_SECONDS
  const { retryAfter } = await outbox.queue(
    db,
    'mailUnread',
    { ...range, to },
    to === 'client'
      ? { purpose: 'chat', mailbox: both.clientEmail, account: both.freelancerId }
      : { purpose: 'account', mailbox: both.freelancerEmail },
  )
  return retryAfter
}

const UNCONFIRMED_RETRY_SECONDS = 600
