import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import {
  constants,
  copyFile,
  type FileHandle,
  link,
  mkdir,
  open,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { v4 as newId } from 'uuid'
import { CannotStart } from '../process/cannot-start.ts'
import { createFolder, describeFolderError } from '../process/create-folder.ts'
import { getProcessStatus, machineId, ownProcessMark } from '../process/identity.ts'
import { isNotFound, mapStorageError, undefinedIfNotFound } from './errors.ts'
import { listNames } from './folder-listing.ts'
import { createFolderSync } from './folder-sync.ts'
import { createLocalMarker, NO_LINKS_ERRORS } from './local-marker.ts'
import { createLocalPartialUploads } from './local-partial-uploads.ts'
import { createLocalTrash } from './local-trash.ts'
import type { Draft, Storage, StoredObject } from './storage.ts'

const SYNC_INTERVAL_BYTES = 16 * 1_024 * 1_024
const READ_CHUNK_BYTES = 512 * 1_024
const ABANDONED_DRAFT_MS = 24 * 60 * 60 * 1_000

/** Files in a folder of this machine, for one or more processes on it. */
export function createLocalStorage(root: string): Storage {
  // A partial upload grows over several requests, while its row is `receiving`. A draft is one file on its way to `files`.
  const drafts = join(root, 'drafts')
  const partialUploadFolder = join(root, 'unfinished')
  const sync = createFolderSync()

  return {
    folder: root,
    partialUploadFolder,
    partialUploads: createLocalPartialUploads(partialUploadFolder, putFile),
    downloadOrigin: null,
    name: root,
    ...createLocalMarker(root, sync),
    trash: createLocalTrash(root, { pathOf, sync }),

    createDraft: (key) => mapStorageError(() => createDraft(key)),

    async put(key, bytes) {
      const draft = await mapStorageError(() => createDraft(key))
      try {
        await draft.write([bytes])
        await draft.commit()
      } catch (error) {
        await draft.discard()
        throw error
      }
    },

    async read(key, range) {
      const stream = createReadStream(pathOf(key), { ...range, highWaterMark: READ_CHUNK_BYTES })
      // Only the `open` event tells whether the file exists.
      const opened = await undefinedIfNotFound(() => once(stream, 'open'))
      return opened && stream
    },

    async getSize(key) {
      const found = await undefinedIfNotFound(() => stat(pathOf(key)))
      return found?.size
    },

    remove: (key) => mapStorageError(() => rm(pathOf(key), { force: true })),

    async *list() {
      const files = join(root, 'files')
      for (const folder of await listNames(files, 'isDirectory')) {
        for (const name of await listNames(join(files, folder), 'isFile')) {
          const found = await undefinedIfNotFound(() => stat(join(files, folder, name)))
          if (found)
            yield { key: `files/${name}`, storedAt: found.mtime, size: found.size } satisfies StoredObject
        }
      }
    },

    createDownloadUrl: async () => null,

    async identity() {
      await createFolder(root)
      // The same path may lead to another folder in another container.
      const { dev, ino } = await stat(root, { bigint: true })
      return `folder ${machineId} ${dev}:${ino}`
    },

    // Only a write shows that the disk has room.
    check: () =>
      mapStorageError(async () => {
        const path = join(drafts, draftName())
        try {
          await writeFile(path, 'ready', { mode: 0o600 })
        } finally {
          await rm(path, { force: true })
        }
      }),

    async prepare() {
      for (const folder of [drafts, partialUploadFolder, join(root, 'files')]) {
        await createFolder(folder).catch((error) => {
          throw new CannotStart(`The storage (${root}) cannot be used: ${describeFolderError(error)}.`)
        })
      }
      await deleteDrafts((name) => getProcessStatus(processMarkOf(name)) === 'ended')
    },

    /** By age, because processes in other containers cannot be seen. No upload pauses for so long. */
    deleteAbandonedDrafts: () =>
      mapStorageError(() =>
        deleteDrafts(async (name) => {
          const found = await undefinedIfNotFound(() => stat(join(drafts, name)))
          return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_DRAFT_MS
        }),
      ),
    close: sync.close,
  }

  /** Stores a file of this disk, which stays in place. Where it can be linked it is not copied. */
  function putFile(key: string, path: string) {
    return mapStorageError(async () => {
      const draft = join(drafts, draftName())
      try {
        await linkOrCopy(path, draft)
        const file = await open(draft, 'r+')
        try {
          // The last bytes may have arrived hours ago, but the clean-up goes by the age of a file without a row.
          await file.utimes(new Date(), new Date())
          await file.sync()
        } finally {
          await file.close()
        }
        await move(draft, key)
      } finally {
        // In a retry the draft and the final path may be hard links to one file, and then the rename does nothing.
        await rm(draft, { force: true })
      }
    })
  }

  async function deleteDrafts(isAbandoned: (name: string) => boolean | Promise<boolean>) {
    for (const name of await listNames(drafts, 'isFile'))
      if (await isAbandoned(name)) await rm(join(drafts, name), { force: true })
  }

  async function createDraft(key: string): Promise<Draft> {
    const path = join(drafts, draftName())
    const file = await open(path, 'wx', 0o600)
    let written = 0
    const backgroundSync = createBackgroundSync(file)
    return {
      write: (pieces) =>
        mapStorageError(async () => {
          const size = pieces.reduce((sum, { length }) => sum + length, 0)
          await writeAll(file, pieces, size)
          written += size
          backgroundSync.begin(written)
        }),
      commit: () =>
        mapStorageError(async () => {
          await backgroundSync.done()
          await file.sync()
          await move(path, key)
          file.close().catch(() => {})
        }),
      async discard() {
        await backgroundSync.done().catch(() => {})
        await file.close().catch(() => {})
        await rm(path, { force: true })
      },
    }
  }

  /** A rename is atomic, so the final name never has an incomplete file. Without the sync of the folder, a power cut could lose it. */
  async function move(from: string, key: string) {
    const to = pathOf(key)
    await rename(from, to).catch(async (error) => {
      if (!isNotFound(error)) throw error
      await mkdir(dirname(to), { recursive: true, mode: 0o700 })
      await sync(dirname(dirname(to)))
      await rename(from, to)
    })
    await sync(dirname(to))
  }

  /** Keys begin with a UUIDv7. Its first five digits change every three days, so folders stay small and sort like the keys. */
  function pathOf(key: string) {
    const [folder = '', name = '', more] = key.split('/')
    if (folder !== 'files' || !/^[\w-]{6,}(\.\w+)?$/.test(name) || more !== undefined)
      throw new Error(`not a key of ours: ${key}`)
    return join(root, folder, name.slice(0, 5), name)
  }
}

/** A link fails between two file systems, on one that has no links, and when the file has too many. */
async function linkOrCopy(from: string, to: string) {
  await link(from, to).catch(async (error) => {
    if (![...NO_LINKS_ERRORS, 'EXDEV', 'EMLINK'].includes(error.code)) throw error
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  })
}

/** Contains the process mark, because other processes may use this folder too. */
function draftName() {
  return `${ownProcessMark}.${newId()}`
}

function processMarkOf(draft: string) {
  const [processMark = ''] = draft.split('.')
  return processMark
}

/** A full disk may write only a part; the next write then fails with the reason. */
async function writeAll(file: FileHandle, pieces: Buffer[], size: number) {
  const { bytesWritten } = await file.writev(pieces)
  if (bytesWritten === size) return
  const rest = Buffer.concat(pieces).subarray(bytesWritten)
  for (let done = 0; done < rest.length; ) done += (await file.write(rest, done)).bytesWritten
}

/**
 * Syncs while more bytes arrive, so that little is left to sync at the end. An error is stored for `done`, because the
 * system reports it only once.
 */
function createBackgroundSync(file: FileHandle) {
  let syncedBytes = 0
  let syncing = Promise.resolve()
  let firstError: unknown
  return {
    begin(written: number) {
      if (written - syncedBytes < SYNC_INTERVAL_BYTES) return
      syncedBytes = written
      syncing = syncing
        .then(() => file.datasync())
        .catch((error) => {
          firstError = error
        })
    },
    async done() {
      await syncing
      if (firstError) throw firstError
    },
  }
}
