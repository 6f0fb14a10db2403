import { createRandomId } from '../../app/random-id.ts'
import { isSamePerson } from '../../app/session-storage.ts'
import {
  type Area,
  clearUnsentFiles,
  noteUnsentFiles,
  ownersOfUnsentFiles,
  storedUnsentFiles,
} from '../../app/stored.ts'
import { type UploadTarget, uploadId } from './stored-uploads.ts'

/** A chosen file that has not arrived, kept in the browser so that it survives a reload of the page. */
export interface UnsentFile {
  clientUploadId: string
  /** Only they send it. */
  owner: string
  projectId: string
  target: UploadTarget
  file: File
}

interface KeptFile extends UnsentFile {
  addedAt: number
  /** The tab that sends it while it is open. */
  tab: string
}

/** More than this is not kept: those files are lost with the page, which asks before it is closed. */
const MAX_FILES = 100
const MAX_FILE_BYTES = 64 * 1_024 * 1_024
const MAX_TOTAL_BYTES = 256 * 1_024 * 1_024
const DAY_MS = 24 * 3_600_000
const MAX_AGE_MS = 3 * DAY_MS
/** No browser keeps a file for longer, so the clock of the device has changed. */
const MAX_PLAUSIBLE_AGE_MS = 60 * DAY_MS

const STORE = 'files'
const thisTab = createRandomId()
const lockOf = (tab: string) => `portico.tab.${tab}`
let isTabLocked = false

/** Does nothing where the browser does not allow it, or has no room. */
export function keepUnsentFile(area: Area, unsent: UnsentFile) {
  if (unsent.file.size > MAX_FILE_BYTES) return
  lockTab()
  // Before the file, so that `removeUnsentFile` knows of it.
  if (!noteUnsentFiles(area, unsent.owner)) return
  return change(area, unsent.owner, (store) => {
    const reading = store.getAll()
    reading.onsuccess = () => {
      const [again, others] = partition(reading.result as KeptFile[], (kept) => isSameFile(kept, unsent))
      for (const { clientUploadId } of again) store.delete(clientUploadId)
      const bytes = others.reduce((sum, { file }) => sum + file.size, unsent.file.size)
      if (others.length >= MAX_FILES || bytes > MAX_TOTAL_BYTES) return
      const kept: KeptFile = { ...unsent, addedAt: Date.now(), tab: thisTab }
      store.put(kept)
    }
  })
}

/** Whether a file is kept, by this tab or another one. */
export async function isUnsentFileKept(area: Area, owner: string, clientUploadId: string) {
  if (!storedUnsentFiles(area, owner).read()) return false
  let isKept = false
  await change(area, owner, (store) => {
    const counting = store.count(clientUploadId)
    counting.onsuccess = () => {
      isKept = counting.result > 0
    }
  })
  return isKept
}

export function removeUnsentFile(area: Area, owner: string, clientUploadId: string) {
  // Opening the database would create it.
  if (!storedUnsentFiles(area, owner).read()) return
  return change(area, owner, (store) => void store.delete(clientUploadId))
}

interface Taken {
  /** What no other tab is sending, oldest first. */
  files: UnsentFile[]
  /** How many were deleted, because they are too old. */
  dropped: number
}

export async function takeUnsentFiles(area: Area, owner: string): Promise<Taken> {
  // Without TLS a browser has no locks: then two tabs may send the same file, which the server stores once.
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  const otherTabs = new Set(held.map(({ name }) => name))
  otherTabs.delete(lockOf(thisTab))
  const taken: KeptFile[] = []
  let dropped = 0
  let isEmpty = false
  lockTab()
  await change(area, owner, (store) => {
    const reading = store.getAll()
    reading.onsuccess = () => {
      isEmpty = reading.result.length === 0
      for (const kept of reading.result as KeptFile[]) {
        if (otherTabs.has(lockOf(kept.tab))) continue
        if (isTooOld(kept.addedAt)) {
          store.delete(kept.clientUploadId)
          dropped++
        } else {
          taken.push(kept)
          const addedAt = isPlausible(kept.addedAt) ? kept.addedAt : Date.now()
          store.put({ ...kept, addedAt, tab: thisTab })
        }
      }
    }
  })
  if (isEmpty) clearUnsentFiles(area, owner)
  return { files: taken.sort((one, other) => one.addedAt - other.addedAt), dropped }
}

/**
 * Deletes the files of others who were signed in here before. A client may have other portals in this browser, and a freelancer other
 * workspaces, so theirs stay until they are too old.
 */
export function clearUnsentFilesOfOthers(area: Area, owner: string) {
  for (const other of ownersOfUnsentFiles(area)) {
    if (other === owner) continue
    const keptAt = Date.parse(storedUnsentFiles(area, other).read() ?? '')
    if ((area === 'freelancer' && !isSamePerson(owner, other)) || isTooOld(keptAt))
      clearUnsentFiles(area, other)
    else if (!isPlausible(keptAt)) noteUnsentFiles(area, other)
  }
}

/** Chosen again, or kept again. */
const isSameFile = (one: UnsentFile, other: UnsentFile) =>
  one.clientUploadId === other.clientUploadId ||
  (one.projectId === other.projectId && uploadId(one.file, one.target) === uploadId(other.file, other.target))

const isTooOld = (keptAt: number) => isPlausible(keptAt) && Date.now() - keptAt > MAX_AGE_MS

/** The clock of the device may have been wrong by years, then or now. */
const isPlausible = (keptAt: number) => Math.abs(Date.now() - keptAt) <= MAX_PLAUSIBLE_AGE_MS

function partition<T>(items: T[], test: (item: T) => boolean) {
  return [items.filter(test), items.filter((item) => !test(item))] as const
}

/** Held as long as the page is open. */
function lockTab() {
  if (isTabLocked) return
  isTabLocked = true
  navigator.locks?.request(lockOf(thisTab), () => new Promise(() => {})).catch(() => {})
}

/** Opens the database for one transaction, so that logging out in any tab can delete it. */
async function change(area: Area, owner: string, run: (store: IDBObjectStore) => void) {
  try {
    const database = await open(storedUnsentFiles(area, owner).key)
    try {
      await new Promise<void>((resolve, reject) => {
        const transaction = database.transaction(STORE, 'readwrite')
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error)
        run(transaction.objectStore(STORE))
      })
    } finally {
      database.close()
    }
  } catch {
    // Storage is blocked or full: the files are sent all the same.
  }
}

function open(name: string) {
  return new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'clientUploadId' })
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
}
