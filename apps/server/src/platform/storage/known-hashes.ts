import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'

/** The SHA-256 of the first `upTo` bytes of an upload. */
export interface KnownHash {
  hash: Hash
  upTo: number
}

/** Beyond this the oldest is dropped, and computed from the stored bytes when it is needed. */
const MAX_HASHES = 1_000

/** Hashes of what this process has received, so that a complete file need not be read again. */
export function createKnownHashes() {
  const hashes = new Map<string, KnownHash>()

  return {
    /** Takes out what the next bytes continue. Undefined when another process has received bytes since. */
    take(id: string, offset: number): KnownHash | undefined {
      if (offset === 0) return { hash: createHash('sha256'), upTo: 0 }
      const known = hashes.get(id)
      if (known?.upTo !== offset) return
      hashes.delete(id)
      return known
    },
    keep(id: string, known: KnownHash) {
      hashes.set(id, known)
      for (const oldest of hashes.keys()) {
        if (hashes.size <= MAX_HASHES) break
        hashes.delete(oldest)
      }
    },
    delete: (id: string) => void hashes.delete(id),
    /** Reads only the bytes that this process has not received. */
    async compute(id: string, size: number, read: (from: number) => Promise<Readable>) {
      const { hash, upTo } = hashes.get(id) ?? { hash: createHash('sha256'), upTo: 0 }
      const whole = hash.copy()
      if (upTo < size) for await (const part of await read(upTo)) whole.update(part)
      return whole.digest()
    },
  }
}
