import type { receipts } from '@portico/contract'
import { hashReceipt } from '@portico/contract/receipt-hash'
import { v7 as newId } from 'uuid'
import type { Actor, ClientUser } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import { queueWhenAllowed } from '../../platform/mail/queue-when-allowed.ts'
import type { Db } from '../../platform/sql/database.ts'
import type { PageParams } from '../../platform/sql/paging.ts'
import { ProjectNotFound } from '../access/not-found.ts'
import { findSigningKey, signReceipt } from './receipt-keys.ts'
import {
  findNewestReceipt,
  findReceipt,
  findReceiptOfGroup,
  findWithdrawal,
  insertReceipt,
  isReachableProject,
  listReceipts,
  readReceiptContents,
  readReceiptsOfAccount,
} from './receipts.repository.ts'

const ReceiptNotFound = problem('RECEIPT_NOT_FOUND', 404, 'Receipt not found.', {
  when: 'There is no such receipt for the one who asks.',
})

/** Writes and mails the receipt of an approval in the transaction of the decision, which has locked the project. */
export async function writeReceipt(ctx: AppContext, client: ClientUser, groupId: string) {
  await addToChain(ctx, client, groupId, { decision: 'approved', withdraws: null })
}

/** The same for an approval that is about to be taken back. */
export async function writeWithdrawal(
  ctx: AppContext,
  client: ClientUser,
  groupId: string,
  { identifiedBy }: Pick<receipts.Receipt, 'identifiedBy'>,
  now: Date,
) {
  const approval = await findReceiptOfGroup(ctx.db, groupId)
  if (!approval) return
  await addToChain(ctx, client, groupId, {
    decision: 'withdrawn',
    withdraws: approval.id,
    comment: null,
    identifiedBy,
    decidedAt: now.toISOString(),
  })
}

async function addToChain(
  ctx: AppContext,
  client: ClientUser,
  groupId: string,
  decision: Pick<receipts.Receipt, 'decision' | 'withdraws'> & Partial<receipts.Receipt>,
) {
  const contents = await readReceiptContents(ctx.db, client, groupId)
  if (!contents) return
  const { projectId, files, ...rest } = contents
  const receipt = { id: newId(), ...rest, ...(files && { files }), ...decision }
  const signature = signReceipt(await findSigningKey(ctx.db), receipt)
  await insertReceipt(ctx.db, {
    projectId,
    groupId,
    receipt: { ...receipt, hash: hashReceipt(receipt), signature },
  })
  // To the address that it names, whatever the client's is by then.
  await queueWhenAllowed(
    ctx,
    ctx.db,
    'mailReceipt',
    { receiptId: receipt.id },
    { purpose: 'receipt', mailbox: receipt.client.email, account: client.workspaceId },
  )
}

export async function getReceipt({ db }: AppContext, actor: Actor, id: string) {
  const receipt = await findReceipt(db, actor, id)
  if (!receipt) throw new ReceiptNotFound()
  return receipt
}

/** Shows whether later receipts follow the one that the person has. */
export async function getNewestReceipt({ db }: AppContext, actor: Actor, id: string) {
  const receipt = await findNewestReceipt(db, actor, id)
  if (!receipt) throw new ReceiptNotFound()
  return receipt
}

export async function getWithdrawal({ db }: AppContext, actor: Actor, id: string) {
  const withdrawal = await findWithdrawal(db, actor, id)
  if (!withdrawal) throw new ReceiptNotFound()
  return withdrawal
}

export async function listReceiptsOfProject(
  { db }: AppContext,
  actor: Actor,
  projectId: string,
  page: PageParams,
) {
  if (!(await isReachableProject(db, actor, projectId))) throw new ProjectNotFound()
  return listReceipts(db, actor, { projectId }, page)
}

export function listAllReceipts(
  { db }: AppContext,
  actor: Actor,
  of: { clientId?: string | undefined; projectId?: string | undefined },
  page: PageParams,
) {
  return listReceipts(db, actor, of, page)
}

/** For the command that closes an account, so that the receipts can be saved before. */
export const listReceiptsOfAccount = ({ db }: { db: Db }, workspaceId: string) =>
  readReceiptsOfAccount(db, workspaceId)
