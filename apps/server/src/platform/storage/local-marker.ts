import { randomBytes } from 'node:crypto'
import { link, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolder } from '../process/create-folder.ts'
import { mapStorageError, undefinedIfNotFound } from './errors.ts'
import { MARKER } from './marker.ts'
import type { Storage } from './storage.ts'

/** Error codes of file systems that have no links. */
export const NO_LINKS_ERRORS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/** The marker of a storage that is a folder. Writing it is atomic and survives a power cut. */
export function createLocalMarker(
  root: string,
  sync: (folder: string) => Promise<void>,
): Pick<Storage, 'readMarker' | 'writeMarker'> {
  const path = join(root, MARKER)

  return {
    readMarker: () => undefinedIfNotFound(() => readFile(path, 'utf8')),

    writeMarker: (text, { replace }) =>
      mapStorageError(async () => {
        await createFolder(root)
        const draft = `${path}.${randomBytes(6).toString('hex')}`
        try {
          const file = await open(draft, 'wx', 0o600)
          await file
            .writeFile(text)
            .then(() => file.sync())
            .finally(() => file.close())
          if (replace) await rename(draft, path)
          else await linkUnlessTaken(draft, path)
          await sync(root)
        } finally {
          await rm(draft, { force: true })
        }
      }),
  }
}

/** Unlike a rename, a link never replaces an existing file. */
async function linkUnlessTaken(from: string, to: string) {
  await link(from, to).catch(async (error) => {
    if (error.code === 'EEXIST') return
    if (!NO_LINKS_ERRORS.includes(error.code)) throw error
    await rename(from, to)
  })
}
