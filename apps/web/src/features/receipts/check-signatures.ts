import type { receipts } from '@portico/contract'
import { encodeReceipt, KEYS_PATH } from '@portico/contract/receipt-hash'
import type { Chain } from './read-receipts.ts'

/**
 * Whether this portal has signed the receipts. `unsigned` and `altered` name the first receipt without a signature of its keys, or
 * whose signature is not of what it says. The others could not find out: the portal did not answer, or this browser cannot check
 * signatures.
 */
export type SignatureCheck =
  | { state: 'signed' }
  | { state: 'unsigned' | 'altered'; receipt: receipts.Receipt }
  | { state: 'unreachable' | 'unsupported' }

const TIMEOUT_MS = 15_000

export async function checkSignatures(chain: Chain): Promise<SignatureCheck> {
  if (!chain.some(({ signature }) => signature)) return { state: 'unsigned', receipt: chain[0] }
  const keys = await fetchKeys().catch(() => undefined)
  if (!keys) return { state: 'unreachable' }
  const unsigned = chain.find(({ signature }) => !keys.has(signature?.keyId ?? ''))
  try {
    for (const receipt of chain) {
      const key = keys.get(receipt.signature?.keyId ?? '')
      if (key && !(await hasValidSignature(receipt, key))) return { state: 'altered', receipt }
    }
  } catch {
    // Browsers check signatures on https pages alone, and the older ones not at all.
    if (!unsigned) return { state: 'unsupported' }
  }
  return unsigned ? { state: 'unsigned', receipt: unsigned } : { state: 'signed' }
}

async function fetchKeys() {
  const response = await fetch(KEYS_PATH, {
    method: 'GET',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`the keys were not sent: ${response.status}`)
  const { keys }: receipts.KeySet = await response.json()
  return new Map(keys.map((key) => [key.kid, key]))
}

async function hasValidSignature(receipt: receipts.Receipt, jwk: receipts.KeySet['keys'][number]) {
  const key = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify'])
  const value = decodeBase64Url(receipt.signature?.value ?? '')
  return value !== undefined && crypto.subtle.verify('Ed25519', key, value, encodeReceipt(receipt))
}

/** Undefined when it is none. */
function decodeBase64Url(text: string) {
  try {
    const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
    return Uint8Array.from(binary, (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
