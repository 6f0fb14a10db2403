import { once } from 'node:events'
import { createReadStream, createWriteStream, type ReadStream, type WriteStream } from 'node:fs'
import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import { v4 as newName } from 'uuid'
import { createFolderSync } from './folder-sync.ts'
import type { Draft, Storage, Stored } from './storage.ts'
import { inStorageTerms, isAbsent } from './storage-errors.ts'

/** Fewer and larger writes than Node's own 16 KiB; what an upload may hold in memory. */
const WRITE_AHEAD = 512 * 1_024
const READ_AHEAD = 256 * 1_024

/** Files in a folder of this machine, which belongs to this process alone. */
export function createLocalStorage(root: string): Storage {
  const drafts = join(root, 'drafts')
  const workshop = join(root, 'unfinished')
  const sync = createFolderSync()

  return {
    workshop,
    origin: null,

    async begin(key): Promise<Draft> {
      const draft = join(drafts, newName())
      const sink = createWriteStream(draft, {
        flags: 'wx',
        mode: 0o600,
        highWaterMark: WRITE_AHEAD,
        flush: true,
      })
      await inStorageTerms(opened(sink))
      return {
        sink,
        keep: () =>
          inStorageTerms(async () => {
            // Closing it has written it to the disk itself (`flush`).
            sink.end()
            await finished(sink)
            await move(draft, key)
          }),
        async drop() {
          sink.destroy()
          await rm(draft, { force: true })
        },
      }
    },

    adopt: (key, path) =>
      inStorageTerms(async () => {
        const file = await open(path, 'r+')
        await file.sync().finally(() => file.close())
        await move(path, key)
      }),

    async read(key, range) {
      const stream = createReadStream(pathOf(key), { ...range, highWaterMark: READ_AHEAD })
      return (await thereOrNot(opened(stream))) && stream
    },

    async sizeOf(key) {
      const found = await thereOrNot(() => stat(pathOf(key)))
      return found?.size
    },

    remove: (key) => inStorageTerms(() => rm(pathOf(key), { force: true })),

    async *list() {
      const files = join(root, 'files')
      for (const folder of await namesIn(files)) {
        for (const name of await namesIn(join(files, folder))) {
          const found = await thereOrNot(() => stat(join(files, folder, name)))
          if (found) yield { key: `files/${name}`, storedAt: found.mtime } satisfies Stored
        }
      }
    },

    addressOf: async () => null,

    check: () => inStorageTerms(() => access(drafts, constants.R_OK | constants.W_OK)),

    async tidy() {
      await rm(drafts, { recursive: true, force: true })
      for (const folder of [drafts, workshop, join(root, 'files')]) {
        await mkdir(folder, { recursive: true, mode: 0o700 })
      }
    },

    async sweep() {},
    close() {},
  }

  /** Under the final name there is never but the whole. The folder is synced too, or the name could be lost in a power cut. */
  async function move(from: string, key: string) {
    const to = pathOf(key)
    await rename(from, to).catch(async (error) => {
      if (!isAbsent(error)) throw error
      await mkdir(dirname(to), { recursive: true, mode: 0o700 })
      await sync(dirname(dirname(to)))
      await rename(from, to)
    })
    await sync(dirname(to))
  }

  /** Ids begin with the time, so a folder takes what comes in three days, and the folders are in the order of the keys. */
  function pathOf(key: string) {
    const [folder = '', name = '', more] = key.split('/')
    if (folder !== 'files' || !/^[\w-]{6,}(\.\w+)?$/.test(name) || more !== undefined)
      throw new Error(`not a key of ours: ${key}`)
    return join(root, folder, name.slice(0, 5), name)
  }
}

async function namesIn(folder: string) {
  return ((await thereOrNot(() => readdir(folder))) ?? []).sort()
}

/** A stream of a file says only later whether there is one. */
function opened(stream: ReadStream | WriteStream) {
  return () => once(stream, 'open')
}

function thereOrNot<T>(reach: () => Promise<T>) {
  return inStorageTerms(() => reach().catch((error) => void (isAbsent(error) || Promise.reject(error))))
}
