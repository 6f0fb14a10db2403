// An entry of its own (`@portico/contract/receipt-hash`), so that only pages which hash load it.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import canonicalize from 'canonicalize'
import type { Receipt } from './receipts.ts'

/** The `previousHash` of a project's first receipt. */
export const NO_HASH = '0'.repeat(64)

/** SHA-256 in hexadecimal of everything but the hash, as canonical JSON (RFC 8785). */
export function hashReceipt({ hash, ...rest }: Partial<Receipt>) {
  return bytesToHex(sha256(utf8ToBytes(canonicalize(rest) ?? '')))
}
