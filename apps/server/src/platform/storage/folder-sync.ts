import { type FileHandle, open } from 'node:fs/promises'

interface OpenFolder {
  path: string
  handle: Promise<FileHandle>
}

interface Sync {
  current: Promise<void>
  /** Starts after `current`, for everybody who asked meanwhile. */
  next: Promise<void> | null
}

/**
 * Makes the names in a folder survive a power cut. A call during a running sync joins the next one, so that many small
 * uploads at once need few syncs.
 */
export function createFolderSync() {
  const syncs = new Map<string, Sync>()
  /** Stays open, because new files go to the same folder for days. */
  let openFolder: OpenFolder | undefined

  return Object.assign(sync, { close })

  function close() {
    closeFolder(openFolder)
    openFolder = undefined
  }

  function sync(folder: string): Promise<void> {
    const running = syncs.get(folder)
    if (!running) return startSync(folder)
    running.next ??= running.current.catch(() => {}).then(() => startSync(folder))
    return running.next
  }

  function startSync(folder: string) {
    const started: Sync = { current: syncFolder(folder), next: null }
    syncs.set(folder, started)
    const deleteIfIdle = () => {
      if (syncs.get(folder) === started && !started.next) syncs.delete(folder)
    }
    started.current.then(deleteIfIdle, deleteIfIdle)
    return started.current
  }

  async function syncFolder(path: string) {
    if (openFolder?.path !== path) {
      const opened = { path, handle: open(path, 'r') }
      closeFolder(openFolder)
      openFolder = opened
      opened.handle.catch(() => {
        if (openFolder === opened) openFolder = undefined
      })
    }
    const folder = await openFolder.handle
    await folder.sync()
  }
}

function closeFolder(opened: OpenFolder | undefined) {
  opened?.handle.then((folder) => folder.close()).catch(() => {})
}
