import { statfs } from 'node:fs/promises'

/** Infinity on file systems that do not report their size. */
export async function getFreeBytes(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder)
  return blocks > 0 ? bavail * bsize : Number.POSITIVE_INFINITY
}
