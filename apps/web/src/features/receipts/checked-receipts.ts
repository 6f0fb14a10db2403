import type { receipts } from '@portico/contract'
import type { SignatureCheck } from './check-signatures.ts'
import type { LaterReceipts } from './find-later-receipts.ts'
import type { Chain } from './read-receipts.ts'

export interface CheckedReceipts {
  chain: Chain
  /** The first receipt with a wrong hash or a wrong place in the chain. Nothing else is checked then. */
  altered: receipts.Receipt | undefined
  /** Undefined until they have been checked, and `later` too. */
  signatures?: SignatureCheck
  later?: LaterReceipts
}
