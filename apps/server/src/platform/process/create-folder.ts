import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates the folder and those above it, for this user only. Node's own recursive mkdir never ends where a folder exists in which
 * nothing can be created, such as /proc.
 */
export async function createFolder(path: string) {
  try {
    await createUnlessThere(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error
    await createFolder(dirname(path))
    await createUnlessThere(path)
  }
}

async function createUnlessThere(path: string) {
  await mkdir(path, { mode: 0o700 }).catch(async (error) => {
    const isThere = error.code === 'EEXIST' && (await stat(path)).isDirectory()
    if (!isThere) throw error
  })
}

/** As part of a sentence, for the operator. */
export function describeFolderError({ code = '', message }: { code?: string; message: string }) {
  return REASON_BY_CODE[code] ?? message
}

const REASON_BY_CODE: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'that disk is read-only',
  ENOSPC: 'that disk is full',
  ENOTDIR: 'there is a file in its way',
  EEXIST: 'there is a file in its way',
  ENOENT: 'no folder can be created there',
}
