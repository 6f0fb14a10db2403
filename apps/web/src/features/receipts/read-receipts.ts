import { receipts } from '@portico/contract'
import { hashReceipt, NO_HASH } from '@portico/contract/receipt-hash'
import { Check } from 'typebox/value'

/** One receipt, or several of a project in the order of their numbers. */
export type Chain = [receipts.Receipt, ...receipts.Receipt[]]

/** Undefined when the text is neither a receipt nor a list of receipts. */
export function readReceipts(text: string) {
  const list = [parse(text)].flat()
  if (list.length > 0 && list.every((each) => Check(receipts.Receipt, each))) return list as Chain
  return undefined
}

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
