import type { receipts } from '@portico/contract'
import { hashReceipt } from '@portico/contract/receipt-hash'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../../platform/sql/database.ts'
import { findSigningKey, signReceipt } from './receipt-keys.ts'

const BATCH_SIZE = 1_000

/** Signs the receipts of earlier versions. One that was changed in the database is not signed. */
export async function storeMissingSignatures(db: Db, log: Pick<Logger, 'error'>) {
  const key = await findSigningKey(db)
  let last: string | undefined
  do {
    const rows = await readUnsignedReceipts(db, last)
    const signed = rows.flatMap(({ id, receipt }) => {
      if (receipt.hash === hashReceipt(receipt)) return [{ id, signature: signReceipt(key, receipt) }]
      log.error({ receipt: id }, 'a receipt was changed outside Portico, so it is not signed')
      return []
    })
    await storeSignatures(db, signed)
    last = rows.at(-1)?.id
  } while (last)
}

function readUnsignedReceipts(db: Db, last: string | undefined) {
  return db
    .selectFrom('receipt')
    .select(['id', 'receipt'])
    .where('signature', 'is', null)
    .where(last ? sql<boolean>`id > ${last}` : sql<boolean>`true`)
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute()
}

/** Another process may have stored some of them. */
async function storeSignatures(db: Db, signed: { id: string; signature: receipts.Signature }[]) {
  await sql`
    update receipt set signature = signed.signature
    from jsonb_to_recordset(${JSON.stringify(signed)}::jsonb) as signed (id uuid, signature jsonb)
    where receipt.id = signed.id and receipt.signature is null`.execute(db)
}
