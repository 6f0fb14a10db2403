import type { AppContext } from '../../platform/context.ts'
import type { Db } from '../../platform/sql/database.ts'
import { type ReceiptOwner, readLastReceipts } from './receipts.repository.ts'

/**
 * Mails the client what is about to be deleted: the freelancer was offered it as a download.
 * False when too many such emails went there within the hour.
 */
export async function mailLastReceipts({ outbox }: Pick<AppContext, 'outbox'>, trx: Db, of: ReceiptOwner) {
  for (const last of await readLastReceipts(trx, of)) {
    const count = { purpose: 'account', mailbox: last.client.email } as const
    const { status } = await outbox.queue(trx, 'mailReceipts', last, {
      ...count,
      // Two processes may delete a project, and a run may be interrupted.
      ...('projectId' in of && { once: `receipts:${of.projectId}` }),
    })
    if (status === 'limited') return false
  }
  return true
}
