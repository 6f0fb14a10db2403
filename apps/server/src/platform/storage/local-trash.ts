import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isNotFound, mapStorageError, undefinedIfNotFound } from './errors.ts'
import { listNames } from './folder-listing.ts'
import type { Trash, TrashedObject } from './storage.ts'

interface Root {
  pathOf(key: string): string
  sync(folder: string): Promise<void>
}

/** The trash of a storage that is a folder: `trash/2026-11-23/{name}`. Moves are renames, which are atomic. */
export function createLocalTrash(root: string, { pathOf, sync }: Root): Trash {
  const folder = join(root, 'trash')

  return {
    add: (key, day) =>
      mapStorageError(async () => {
        const from = pathOf(key)
        const to = trashPath({ key, day })
        await makeFolder(dirname(to))
        const moved = await rename(from, to).then(
          () => true,
          (error) => (isNotFound(error) ? false : Promise.reject(error)),
        )
        if (moved) await Promise.all([sync(dirname(to)), sync(dirname(from))])
      }),

    async *list() {
      for (const day of await listNames(folder, 'isDirectory')) {
        if (!DAY.test(day)) continue
        for (const name of await listNames(join(folder, day), 'isFile')) {
          const found = await undefinedIfNotFound(() => stat(join(folder, day, name)))
          if (found) yield { key: `files/${name}`, day, size: found.size }
        }
      }
    },

    putBack: (trashed) =>
      mapStorageError(async () => {
        const from = trashPath(trashed)
        const to = pathOf(trashed.key)
        if (await undefinedIfNotFound(() => stat(to))) return false
        await utimes(from, new Date(), new Date())
        await makeFolder(dirname(to))
        await rename(from, to)
        await Promise.all([sync(dirname(to)), sync(dirname(from))])
        return true
      }),

    remove: (trashed) => mapStorageError(() => rm(trashPath(trashed), { force: true })),
  }

  async function makeFolder(path: string) {
    if ((await mkdir(path, { recursive: true, mode: 0o700 })) === undefined) return
    await sync(dirname(path))
    await sync(root)
  }

  function trashPath({ key, day }: Pick<TrashedObject, 'key' | 'day'>) {
    if (!DAY.test(day)) throw new Error(`not a day: ${day}`)
    // `pathOf` checks the key.
    return join(folder, day, pathOf(key).split('/').at(-1) ?? '')
  }
}

const DAY = /^\d{4}-\d\d-\d\d$/
