import type { AppContext } from '../../platform/context.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { mailboxKey } from '../../platform/limits/keys.ts'
import { queueWhenAllowed } from '../../platform/mail/queue-when-allowed.ts'
import type { Db } from '../../platform/sql/database.ts'
import type { LastReceipts } from './receipts.mail.ts'
import { type ReceiptOwner, readReceiptsByClient } from './receipts.repository.ts'

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
      once: `receipts:${projectId}:${mailboxKey(last.client.email)}`,
    })
    if (status === 'limited') return false
  }
  return true
}

/**
 * One email with all of them to each client, and one to each address that they had before with the receipts that name it: who
 * changes the address gets no receipts away from the one who decided.
 */
async function readLastReceipts(db: Db, of: ReceiptOwner) {
  const all = await readReceiptsByClient(db, of)
  return all.flatMap((last) => {
    const current = mailboxKey(last.client.email)
    const others = Map.groupBy(last.receipts, ({ client }) => mailboxKey(client.email))
    others.delete(current)
    const earlier = [...others.values()].map((receipts) => {
      const email = receipts[0]?.client.email ?? last.client.email
      return { ...last, client: { ...last.client, email }, receipts }
    })
    return [last, ...earlier]
  })
}

type Queues = Pick<AppContext, 'outbox' | 'jobs' | 'clock'>

/**
 * Mails the receipts of a client or of all clients of an account, over the limit as soon as there is room: the emails have the
 * only copy. Call it in the transaction that deletes them.
 */
export async function mailLastReceipts(
  queues: Queues,
  trx: Db,
  of: { clientId: string } | { workspaceId: string },
) {
  for (const last of await readLastReceipts(trx, of)) await queueLast(queues, trx, last)
}

const queueLast = (queues: Queues, trx: Db, last: LastReceipts) =>
  queueWhenAllowed(queues, trx, 'mailReceipts', last, countFor(last))

/** Queued by earlier versions. */
export const queueLastReceipts: Job<'queueLastReceipts'> = (ctx, last) =>
  ctx.db.transaction().execute((trx) => queueLast(ctx, trx, last))

const countFor = ({ client, freelancer }: LastReceipts) =>
  ({ purpose: 'receipts', mailbox: client.email, account: freelancer.id }) as const
