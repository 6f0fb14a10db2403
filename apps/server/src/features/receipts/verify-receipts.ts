import type { receipts } from '@portico/contract'
import { hashReceipt, NO_HASH } from '@portico/contract/receipt-hash'
import { sql } from 'kysely'
import type { Db } from '../../platform/sql/database.ts'
import { hasValidSignature, readPublicKeys } from './receipt-keys.ts'

export interface WrongReceipt {
  projectId: string
  number: number
  problem: string
}

interface Row {
  projectId: string
  number: number
  receipt: receipts.Receipt
}

const BATCH_SIZE = 1_000

/** Computes every hash again, and checks every signature and the chain of every project. */
export async function verifyReceipts(db: Db) {
  const keys = new Map((await readPublicKeys(db)).map(({ id, publicKey }) => [id, publicKey]))
  const wrong: WrongReceipt[] = []
  let count = 0
  let unsigned = 0
  let before: Row | undefined
  for (;;) {
    const rows = await readReceiptsAfter(db, before)
    for (const row of rows) {
      const previous = before?.projectId === row.projectId ? before : undefined
      for (const problem of findProblems(row, previous, keys))
        wrong.push({ projectId: row.projectId, number: row.number, problem })
      if (!row.receipt.signature) unsigned++
      before = row
    }
    count += rows.length
    if (rows.length < BATCH_SIZE) return { count, unsigned, wrong }
  }
}

function findProblems({ number, receipt }: Row, previous: Row | undefined, keys: Map<string, string>) {
  const expected = (previous?.number ?? 0) + 1
  const problems = []
  if (number !== expected) problems.push(`number ${expected} is missing`)
  else if (receipt.previousHash !== (previous?.receipt.hash ?? NO_HASH))
    problems.push('its previousHash is not the hash of the receipt before it')
  if (receipt.hash !== hashReceipt(receipt)) problems.push('its hash is not that of what it says')
  if (receipt.number !== number) problems.push(`it says that it is number ${receipt.number}`)
  if (receipt.signature) {
    const publicKey = keys.get(receipt.signature.keyId)
    if (!publicKey) problems.push('it is signed by a key that is not of this installation')
    else if (!hasValidSignature(publicKey, receipt)) problems.push('its signature is not of what it says')
  }
  return problems
}

async function readReceiptsAfter(db: Db, last: Row | undefined) {
  const { rows } = await sql<Row>`
    select project_id as "projectId", number, receipt || jsonb_build_object('signature', signature) as receipt from receipt
    where ${last ? sql`(project_id, number) > (${last.projectId}, ${last.number})` : sql`true`}
    order by project_id, number limit ${BATCH_SIZE}`.execute(db)
  return rows
}
