import { createReadStream } from 'node:fs'
import { open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isNotFound, mapStorageError, undefinedIfNotFound } from './errors.ts'
import { createKnownHashes } from './known-hashes.ts'
import type { PartialUploadStore } from './storage.ts'

/** A file each in a folder of the storage. Its size is how far the upload has got, whichever process wrote it. */
export function createLocalPartialUploads(
  folder: string,
  putFile: (key: string, path: string) => Promise<void>,
): PartialUploadStore {
  const hashes = createKnownHashes()
  const pathOf = (id: string) => join(folder, id)
  const remove = (id: string) => {
    hashes.delete(id)
    return rm(pathOf(id), { force: true })
  }

  return {
    create: (id) => mapStorageError(() => writeFile(pathOf(id), '', { flag: 'wx', mode: 0o600 })),

    async getSize({ id }) {
      const found = await undefinedIfNotFound(() => stat(pathOf(id)))
      return found?.size
    },

    async append({ id }, offset, bytes) {
      const known = hashes.take(id, offset)
      const file = await mapStorageError(() => open(pathOf(id), 'r+'))
      let at = offset
      try {
        for await (const part of bytes) {
          await mapStorageError(() => writeAll(part))
          known?.hash.update(part)
          at += part.length
        }
        return at
      } finally {
        await mapStorageError(() => file.datasync()).finally(() => file.close())
        if (known) hashes.keep(id, { ...known, upTo: at })
      }

      async function writeAll(part: Buffer) {
        for (let done = 0; done < part.length; ) {
          const { bytesWritten } = await file.write(part, done, part.length - done, at + done)
          done += bytesWritten
        }
      }
    },

    async complete({ id, key, size }) {
      const sha256 = await hashes.compute(id, size, async (start) =>
        createReadStream(pathOf(id), { start, highWaterMark: 1_024 * 1_024 }),
      )
      await putFile(key, pathOf(id))
      return sha256
    },

    remove: ({ id }) => mapStorageError(() => remove(id)),

    async deleteAbandoned(before) {
      for (const id of await readdir(folder)) {
        const modifiedAt = await stat(pathOf(id)).then(
          ({ mtime }) => mtime,
          (error) => (isNotFound(error) ? undefined : Promise.reject(error)),
        )
        if (modifiedAt && modifiedAt < before) await remove(id)
      }
    },
  }
}
