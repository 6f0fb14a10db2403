import { open } from 'node:fs/promises'

/**
 * Makes the names in a folder last through a power cut. Whoever asks while it is being done waits for the next time,
 * together with all others: many small uploads at once cost a few syncs, not one each.
 */
export function createFolderSync() {
  const folders = new Map<string, { now: Promise<void>; next: Promise<void> | null }>()

  return (folder: string): Promise<void> => {
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
}

async function syncFolder(path: string) {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
