import * as Type from 'typebox'
import { Id, Instant, nullable, StrictObject } from './common.ts'

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })

/** The lasting record of an approval, or of one that was taken back. docs/receipts.md says how anybody checks it. */
export type Receipt = Type.Static<typeof Receipt>
export const Receipt = StrictObject({
  id: Id,
  /** Counts 1, 2, 3 … in its project. */
  number: Type.Integer({ minimum: 1 }),
  /** Its title, as all names are those of the day. */
  project: Type.String(),
  client: StrictObject({ name: Type.String(), email: Type.String() }),
  file: StrictObject({
    name: Type.String(),
    version: Type.Integer({ minimum: 1 }),
    size: Type.Integer({ minimum: 0 }),
    sha256: Sha256,
  }),
  decision: Type.Enum(['approved', 'withdrawn']),
  comment: nullable(Type.String()),
  /** Whether the client also gave a code that was mailed to them. */
  identifiedBy: Type.Enum(['link', 'code']),
  decidedAt: Instant,
  /** The id of the receipt of the approval that was taken back. */
  withdraws: nullable(Id),
  /** The hash of the receipt before it in its project; 64 zeros in the first. */
  previousHash: Sha256,
  /** See `hashReceipt`. */
  hash: Sha256,
})
