import { createHash } from 'node:crypto'
import type { Draft } from './storage.ts'

/** Fewer and larger writes than the network has pieces. */
const AT_ONCE = 256 * 1_024
const PIECES = 256

/** Lets all of `source` flow into the draft, and says what it was. Each piece that is written is handed to `used`. */
export async function fillDraft(
  draft: Draft,
  source: AsyncIterable<Buffer>,
  used: (piece: Buffer) => void = () => {},
) {
  const hash = createHash('sha256')
  let size = 0
  let gathered: Buffer[] = []
  let weight = 0
  let writing = Promise.resolve()
  try {
    for await (const piece of source) {
      hash.update(piece)
      size += piece.length
      weight += piece.length
      gathered.push(piece)
      if (weight >= AT_ONCE || gathered.length >= PIECES) await writeNext()
    }
    await writeNext()
  } finally {
    await writing
  }
  return { size, sha256: hash.digest() }

  /** While the disk writes, the next pieces come in. */
  async function writeNext() {
    await writing
    if (weight === 0) return
    const pieces = gathered
    gathered = []
    weight = 0
    writing = draft.write(pieces).then(() => pieces.forEach(used))
    // Heard when it is waited for.
    writing.catch(() => {})
  }
}
