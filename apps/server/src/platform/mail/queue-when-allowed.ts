import type { AppContext } from '../context.ts'
import type { Job } from '../jobs/jobs.ts'
import type { Db } from '../sql/database.ts'
import type { EmailCount, EmailKind, EmailPayloads } from './outbox.ts'

interface DelayedEmail<Kind extends EmailKind = EmailKind> {
  kind: Kind
  email: EmailPayloads[Kind]
  count: EmailCount
}

declare module '../jobs/jobs.ts' {
  interface JobPayloads {
    queueDelayedEmail: DelayedEmail
  }
}

/**
 * Queues an email that must not be lost in the caller's transaction. Over the limit a job queues it as soon as there is room, so
 * that nobody keeps it away by using up the limit first.
 */
export async function queueWhenAllowed<Kind extends EmailKind>(
  { outbox, jobs, clock }: Pick<AppContext, 'outbox' | 'jobs' | 'clock'>,
  trx: Db,
  kind: Kind,
  email: EmailPayloads[Kind],
  count: EmailCount,
) {
  const { status, retryAfter } = await outbox.queue(trx, kind, email, count)
  if (status !== 'limited') return
  const runAt = new Date(clock.now().getTime() + retryAfter * 1_000)
  await jobs.add(trx, 'queueDelayedEmail', { kind, email, count } as DelayedEmail, { runAt })
}

export const queueDelayedEmail: Job<'queueDelayedEmail'> = (ctx, { kind, email, count }) =>
  ctx.db.transaction().execute((trx) => queueWhenAllowed(ctx, trx, kind, email, count))
