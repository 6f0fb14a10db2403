import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { mapStorageError, undefinedIfNotFound } from './errors.ts'

/** Files that arrive in pieces, over hours and restarts. The size of the file on disk is the offset of the upload. */
export interface PartialUploadStore {
  create(id: string): Promise<void>
  getSize(id: string): Promise<number | undefined>
  /** Writes `bytes` at `offset` and returns the new size. What arrived before a connection broke stays. */
  append(id: string, offset: number, bytes: AsyncIterable<Buffer>): Promise<number>
  computeSha256(id: string): Promise<Buffer>
  pathOf(id: string): string
  remove(id: string): Promise<void>
  list(): Promise<string[]>
  /** In milliseconds; 0 when it does not exist. */
  modifiedAt(id: string): Promise<number>
}

/** Beyond this the oldest hash is dropped, and computed from the file when it is needed. */
const MAX_HASHES = 1_000

export function createPartialUploadStore(folder: string): PartialUploadStore {
  /** Updated with each piece that this process writes, so that a complete file need not be read again. */
  const hashes = new Map<string, { hash: Hash; upTo: number }>()
  const pathOf = (id: string) => join(folder, id)

  return {
    pathOf,
    create: (id) => mapStorageError(() => writeFile(pathOf(id), '', { flag: 'wx', mode: 0o600 })),
    async getSize(id) {
      const found = await undefinedIfNotFound(() => stat(pathOf(id)))
      return found?.size
    },
    async append(id, offset, bytes) {
      const known = hashes.get(id) ?? (offset === 0 ? { hash: createHash('sha256'), upTo: 0 } : undefined)
      hashes.delete(id)
      const file = await mapStorageError(() => open(pathOf(id), 'r+'))
      let at = offset
      try {
        for await (const part of bytes) {
          await mapStorageError(() => writeAll(part))
          if (known?.upTo === at) {
            known.hash.update(part)
            known.upTo += part.length
          }
          at += part.length
        }
        return at
      } finally {
        if (known?.upTo === at) {
          hashes.set(id, known)
          for (const oldest of hashes.keys()) {
            if (hashes.size <= MAX_HASHES) break
            hashes.delete(oldest)
          }
        }
        await mapStorageError(() => file.datasync()).finally(() => file.close())
      }

      async function writeAll(part: Buffer) {
        for (let done = 0; done < part.length; ) {
          const { bytesWritten } = await file.write(part, done, part.length - done, at + done)
          done += bytesWritten
        }
      }
    },
    async computeSha256(id) {
      const known = hashes.get(id)
      if (known && known.upTo === (await stat(pathOf(id))).size) return known.hash.copy().digest()
      return hashStream(createReadStream(pathOf(id), { highWaterMark: 1_024 * 1_024 }))
    },
    async remove(id) {
      hashes.delete(id)
      await rm(pathOf(id), { force: true })
    },
    list: () => readdir(folder),
    modifiedAt: (id) =>
      stat(pathOf(id)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
  }
}

export async function hashStream(bytes: Readable) {
  const hash = createHash('sha256')
  for await (const part of bytes) hash.update(part)
  return hash.digest()
}
