import type { receipts } from '@portico/contract'

/** Sorts receipts by project and number, the order in which /verify checks them. */
export function inChains(all: readonly receipts.Receipt[]) {
  const following = new Map(all.map((receipt) => [receipt.number > 1 && receipt.previousHash, receipt]))
  return all
    .filter(({ number }) => number === 1)
    .flatMap((first) => {
      const chain = [first]
      for (let last = first; ; ) {
        const next = following.get(last.hash)
        if (!next) return chain
        chain.push(next)
        last = next
      }
    })
}
