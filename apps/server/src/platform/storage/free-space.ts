import { statfs } from 'node:fs/promises'

/** `statfs` for each upload was a tenth of the CPU of a 10 kB upload. */
const MAX_AGE_MS = 1_000

const measured = new Map<string, { bytes: number; at: number }>()

/** Bytes that this user may still write on the disk of a folder, measured within the last second. */
export async function getFreeBytes(folder: string) {
  const last = measured.get(folder)
  return last && performance.now() - last.at < MAX_AGE_MS ? last.bytes : measureFreeBytes(folder)
}

/** The same at this moment. Some file systems do not say: then there is room. */
export async function measureFreeBytes(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder)
  const bytes = blocks > 0 ? bavail * bsize : Number.POSITIVE_INFINITY
  measured.set(folder, { bytes, at: performance.now() })
  return bytes
}
