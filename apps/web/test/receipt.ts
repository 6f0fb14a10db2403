import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { receipts } from '@portico/contract'
import { encodeReceipt, hashReceipt, NO_HASH } from '@portico/contract/receipt-hash'

/** A key of a portal. */
export function aReceiptKey(kid = 'spring') {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const jwk = { ...publicKey.export({ format: 'jwk' }), use: 'sig', kid }
  return { kid, privateKey, jwk }
}

/** The receipt with a signature of this key, whatever it was before. */
export function withSignature(
  receipt: receipts.Receipt,
  { kid, privateKey }: { kid: string; privateKey: KeyObject },
): receipts.Receipt {
  const value = sign(null, encodeReceipt(receipt), privateKey).toString('base64url')
  return { ...receipt, signature: { keyId: kid, value } }
}

/** A receipt that fits its hash, without a signature. */
export function aReceipt(part: Partial<receipts.Receipt> = {}): receipts.Receipt {
  const contents = {
    id: '01a20979-ec95-7220-a0b5-3845f03959ad',
    number: 1,
    project: 'Spring menu',
    client: { name: 'Maya <b>Whitcombe</b>', email: 'maya@example.test' },
    file: {
      name: 'menu.pdf',
      version: 2,
      size: 5,
      /** Of "hello". */
      sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    },
    decision: 'approved',
    comment: null,
    identifiedBy: 'link',
    decidedAt: '2026-11-15T11:42:08.000Z',
    withdraws: null,
    previousHash: NO_HASH,
    ...part,
  } as const
  return { ...contents, hash: hashReceipt(contents), signature: null }
}
