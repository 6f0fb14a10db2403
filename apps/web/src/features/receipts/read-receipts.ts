import type { receipts } from '@portico/contract'
import { hashReceipt, NO_HASH } from '@portico/contract/receipt-hash'

/** One receipt, or several of a project in the order of their numbers. */
export type Chain = [receipts.Receipt, ...receipts.Receipt[]]

/** Undefined when the text is neither a receipt nor a list of receipts. */
export function readReceipts(text: string) {
  const list = [parse(text)].flat()
  return list.length > 0 && list.every(isReceipt) ? (list as Chain) : undefined
}

/** Whether it can be shown. That it is what was written, its hash says. */
function isReceipt(value: unknown): value is receipts.Receipt {
  if (!isObject(value) || !isObject(value.client) || !isObject(value.file)) return false
  const { id, number, project, client, file, decidedAt, previousHash, hash } = value
  return (
    [id, project, client.name, client.email, file.name, file.sha256, previousHash, hash].every(isText) &&
    [number, file.version, file.size].every(Number.isSafeInteger) &&
    !Number.isNaN(Date.parse(String(decidedAt)))
  )
}

const isText = (value: unknown) => typeof value === 'string'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The first receipt that does not fit its hash or its place in the chain; undefined when all do. */
export function findAltered(chain: Chain) {
  return chain.find((receipt, index) => {
    const before = chain[index - 1]
    const follows = before
      ? receipt.number === before.number + 1 && receipt.previousHash === before.hash
      : (receipt.number === 1) === (receipt.previousHash === NO_HASH)
    return !follows || receipt.hash !== hashReceipt(receipt)
  })
}
