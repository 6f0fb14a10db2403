import { once } from 'node:events'
import { createReadStream, createWriteStream, fsync, type ReadStream, type WriteStream } from 'node:fs'
import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { v4 as newName } from 'uuid'
import { createFolderSync } from './folder-sync.ts'
import type { Draft, Storage, Stored } from './storage.ts'
import { inStorageTerms, isAbsent } from './storage-errors.ts'

/** Fewer and larger writes than Node's own 16 KiB; what an upload may hold in memory. */
const WRITE_AHEAD = 256 * 1_024
const EARLY = 16 * 1_024 * 1_024
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
        autoClose: false,
      })
      await inStorageTerms(opened(sink))
      const written = writingEarly(sink)
      return {
        sink,
        keep: () =>
          inStorageTerms(async () => {
            sink.end()
            await once(sink, 'finish')
            // Nobody looks under the key before we say so, so that one commit of the disk can take both the bytes and the name.
            await Promise.all([move(draft, key), written()])
            sink.destroy()
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

/**
 * Lets the disk begin with what has come while more is coming: at the end there is little left to wait for. The function
 * that it answers resolves once all of it is on the disk; a write that failed on the way fails it, for the disk says so once.
 */
function writingEarly(sink: WriteStream) {
  let sent = 0
  let writing = Promise.resolve()
  let failed: unknown
  sink.on('drain', () => {
    if (sink.bytesWritten - sent < EARLY || sink.destroyed) return
    sent = sink.bytesWritten
    writing = writing
      .then(() => toDisk(sink))
      .catch((error) => {
        failed = error
      })
  })
  return async () => {
    await writing
    if (failed) throw failed
    await toDisk(sink)
  }
}

const fsyncLater = promisify(fsync)

async function toDisk({ fd }: WriteStream & { fd?: number | null }) {
  if (typeof fd === 'number') await fsyncLater(fd)
}

/** A stream of a file says only later whether there is one. */
function opened(stream: ReadStream | WriteStream) {
  return () => once(stream, 'open')
}

function thereOrNot<T>(reach: () => Promise<T>) {
  return inStorageTerms(() => reach().catch((error) => void (isAbsent(error) || Promise.reject(error))))
}
