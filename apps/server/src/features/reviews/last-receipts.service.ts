import type { AppContext } from '../../platform/context.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Db } from '../../platform/sql/database.ts'
import type { LastReceipts } from './receipts.mail.ts'
import { readLastReceipts } from './receipts.repository.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    queueLastReceipts: LastReceipts
  }
}

// Mails the client their receipts before they are deleted. The freelancer was offered them as a download.

/**
 * Mails the receipts of one project. False when too many such emails went to the client, or on behalf of the account,
 * within the hour.
 */
export async function mailLastReceiptsOfProject(
  { outbox }: Pick<AppContext, 'outbox'>,
  db: Db,
  projectId: string,
) {
  for (const last of await readLastReceipts(db, { projectId })) {
    const { status } = await outbox.queue(db, 'mailReceipts', last, {
      ...countFor(last),
      // Two processes may delete a project, and a run may be interrupted.
      once: `receipts:${projectId}`,
    })
    if (status === 'limited') return false
  }
  return true
}

type Queues = Pick<AppContext, 'outbox' | 'jobs' | 'clock'>

/** Mails the receipts of a client or of all clients of an account. Call it in the transaction that deletes them. */
export async function mailLastReceipts(
  queues: Queues,
  trx: Db,
  of: { clientId: string } | { freelancerId: string },
) {
  for (const last of await readLastReceipts(trx, of)) await queueWhenAllowed(queues, trx, last)
}

export const queueLastReceipts: Job<'queueLastReceipts'> = (ctx, last) =>
  ctx.db.transaction().execute((trx) => queueWhenAllowed(ctx, trx, last))

/** Queues the email for later if it is over the limit, because its job has the only copy of the receipts. */
async function queueWhenAllowed({ outbox, jobs, clock }: Queues, trx: Db, last: LastReceipts) {
  const { status, retryAfter } = await outbox.queue(trx, 'mailReceipts', last, countFor(last))
  if (status !== 'limited') return
  const runAt = new Date(clock.now().getTime() + retryAfter * 1_000)
  await jobs.add(trx, 'queueLastReceipts', last, { runAt })
}

const countFor = ({ client, freelancer }: LastReceipts) =>
  ({ purpose: 'receipts', mailbox: client.email, account: freelancer.id }) as const
