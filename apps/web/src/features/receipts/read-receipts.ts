import type { receipts } from '@portico/contract'
import { hashReceipt, NO_HASH } from '@portico/contract/receipt-hash'

/** One receipt or several, sorted by project and number. */
export type Chain = [receipts.Receipt, ...receipts.Receipt[]]

/** Undefined when the text is neither a receipt nor a list of receipts. */
export function readReceipts(text: string) {
  const list = [parse(text)].flat()
  return list.length > 0 && list.every(isReceipt) ? (list as Chain) : undefined
}

/** Whether the value has the shape of a receipt. Its hash is checked later. */
function isReceipt(value: unknown): value is receipts.Receipt {
  if (!isObject(value) || !isObject(value.client)) return false
  const { id, number, project, client, file, files = [], decidedAt, previousHash, hash, signature } = value
  return (
    Array.isArray(files) &&
    files.every(isReceiptFile) &&
    isSignature(signature ?? null) &&
    isFile(file) &&
    [id, project, client.name, client.email, previousHash, hash].every(isText) &&
    Number.isSafeInteger(number) &&
    !Number.isNaN(Date.parse(String(decidedAt)))
  )
}

const isFile = (file: unknown) =>
  isObject(file) &&
  [file.name, file.sha256].every(isText) &&
  [file.version, file.size].every(Number.isSafeInteger)

/** Of several that were decided on at once. */
const isReceiptFile = (file: unknown) =>
  isObject(file) &&
  isFile(file) &&
  ['approved', 'changes_requested', 'chosen', 'not_chosen'].includes(String(file.decision))

/** Null in receipts of earlier versions. */
const isSignature = (value: unknown) =>
  value === null || (isObject(value) && isText(value.keyId) && isText(value.value))

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

/** The first receipt with a wrong hash or a wrong place in the chain; undefined if there is none. */
export function findAltered(chain: Chain) {
  return chain.find((receipt, index) => {
    return !fits(receipt, chain[index - 1]) || receipt.hash !== hashReceipt(receipt)
  })
}

/** Whether the receipt follows the one before it. Only the first given receipt may follow one that was not given. */
function fits({ number, previousHash }: receipts.Receipt, before: receipts.Receipt | undefined) {
  if (number === 1) return previousHash === NO_HASH
  if (!before) return previousHash !== NO_HASH
  return number === before.number + 1 && previousHash === before.hash
}
