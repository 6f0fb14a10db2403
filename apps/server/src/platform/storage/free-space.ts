import { statfs } from 'node:fs/promises'

/** Bytes that this user may still write on the disk of a folder. Some file systems do not say: then there is room. */
export async function getFreeBytes(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder)
  return blocks > 0 ? bavail * bsize : Number.POSITIVE_INFINITY
}
