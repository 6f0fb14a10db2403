import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

const CHUNK_BYTES = 4 * 1024 * 1024

/** SHA-256 in hexadecimal. Hashes in pieces, so that the page stays usable and a file may be larger than the memory. */
export async function hashFile(file: Blob, onProgress: (share: number) => void) {
  const hash = sha256.create()
  for (let start = 0; start < file.size; start += CHUNK_BYTES) {
    hash.update(new Uint8Array(await file.slice(start, start + CHUNK_BYTES).arrayBuffer()))
    onProgress(Math.min(1, (start + CHUNK_BYTES) / file.size))
  }
  return bytesToHex(hash.digest())
}
