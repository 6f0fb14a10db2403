import { createHash } from 'node:crypto'
import type { Draft } from './storage.ts'

const WRITE_BYTES = 256 * 1_024
/** `writev` takes at most 1,024 buffers. */
const MAX_CHUNKS = 256

/** Writes all of `source` into the draft. The next chunks arrive while the disk writes. */
export async function fillDraft(draft: Draft, source: AsyncIterable<Buffer>) {
  const hash = createHash('sha256')
  let size = 0
  let chunks: Buffer[] = []
  let pendingBytes = 0
  let writing = Promise.resolve()
  try {
    for await (const chunk of source) {
      hash.update(chunk)
      size += chunk.length
      pendingBytes += chunk.length
      chunks.push(chunk)
      if (pendingBytes >= WRITE_BYTES || chunks.length >= MAX_CHUNKS) await startWrite()
    }
    await startWrite()
  } finally {
    await writing
  }
  return { size, sha256: hash.digest() }

  async function startWrite() {
    await writing
    if (pendingBytes === 0) return
    writing = draft.write(chunks)
    // The next `await writing` throws the error.
    writing.catch(() => {})
    chunks = []
    pendingBytes = 0
  }
}
