import { type FileHandle, open } from 'node:fs/promises'

interface Opened {
  path: string
  handle: Promise<FileHandle>
}

/**
 * Makes the names in a folder last through a power cut. Whoever asks while it is being done waits for the next time,
 * together with all others: many small uploads at once cost a few syncs, not one each.
 */
export function createFolderSync() {
  const folders = new Map<string, { now: Promise<void>; next: Promise<void> | null }>()
  /** The one that files go to in these days stays open. */
  let current: Opened | undefined

  return Object.assign(sync, { close })

  function close() {
    closeFolder(current)
    current = undefined
  }

  function sync(folder: string): Promise<void> {
    const doing = folders.get(folder)
    if (!doing) return begin(folder)
    doing.next ??= doing.now.catch(() => {}).then(() => begin(folder))
    return doing.next
  }

  function begin(folder: string) {
    const doing = { now: syncFolder(folder), next: null }
    folders.set(folder, doing)
    const forget = () => {
      if (folders.get(folder) === doing && !doing.next) folders.delete(folder)
    }
    doing.now.then(forget, forget)
    return doing.now
  }

  async function syncFolder(path: string) {
    if (current?.path !== path) {
      const opened = { path, handle: open(path, 'r') }
      closeFolder(current)
      current = opened
      opened.handle.catch(() => {
        if (current === opened) current = undefined
      })
    }
    const folder = await current.handle
    await folder.sync()
  }
}

function closeFolder(opened: Opened | undefined) {
  opened?.handle.then((folder) => folder.close()).catch(() => {})
}
