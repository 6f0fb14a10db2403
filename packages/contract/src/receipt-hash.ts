// An entry of its own (`@portico/contract/receipt-hash`), so that only pages which hash load it.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import canonicalize from 'canonicalize'
import type { Receipt } from './receipts.ts'

/** The address of the public keys, outside the API. */
export const KEYS_PATH = '/.well-known/portico-receipts.json'

/** The `previousHash` of a project's first receipt. */
export const NO_HASH = '0'.repeat(64)

/** What is hashed and signed: everything but the hash and the signature, as canonical JSON (RFC 8785) in UTF-8. */
export function encodeReceipt({ hash, signature, ...contents }: Partial<Receipt>) {
  return utf8ToBytes(canonicalize(contents) ?? '')
}

/** SHA-256 in hexadecimal. */
export const hashReceipt = (receipt: Partial<Receipt>) => bytesToHex(sha256(encodeReceipt(receipt)))
