import type { PreviousUpload, UrlStorage } from 'tus-js-client'
import type { Area } from '../../app/session.ts'
import { type StoredItem, storedUploads } from '../../app/stored.ts'

/** A resumable upload that has begun. Its URL is worth nothing without the session. */
interface StoredUpload extends Omit<PreviousUpload, 'urlStorageKey'> {
  bytesSent: number
}

/** Its key is also the name of the lock that the tab which sends the file holds. */
export type UploadItem = StoredItem<StoredUpload>

/** An upload that an earlier visit began and no tab is sending now. */
export interface StoppedUpload {
  id: string
  name: string
  size: number
  bytesSent: number
  target: UploadTarget
}

/** The purpose of an upload besides adding a file. */
export interface UploadTarget {
  /** The file that it is a new version of. */
  versionOf?: string | undefined
  /** The section for it, when it is a new file. */
  sectionId?: string | undefined
  /** The request that it answers. */
  requestId?: string | undefined
  /** It is gathered for the request, and the client sends it with others. */
  staged?: boolean | undefined
  /** The client has asked for what is gathered to be sent once this has arrived. */
  sendsWhenStored?: boolean | undefined
  /** A chat message waits for it (attached-uploads.ts). */
  isAttached?: boolean | undefined
}

/** The server deletes unfinished uploads after about this time. */
const LIFETIME_MS = 24 * 3_600_000

/** Without reading the whole file, a browser knows no more about it. */
export const uploadId = ({ name, size, lastModified }: File, target: UploadTarget = {}) =>
  [name, size, lastModified, target.versionOf, target.requestId]
    .filter((part) => part !== undefined)
    .join(' ')

export const uploadItem = (area: Area, ownerId: string, projectId: string, id: string): UploadItem =>
  storedUploads<StoredUpload>(area, ownerId, projectId).item(id)

export function readStoredUpload(item: UploadItem): StoredUpload | undefined {
  const upload = item.read()
  // An earlier version stored no `creationTime`.
  if (upload && Date.now() - Date.parse(upload.creationTime) <= LIFETIME_MS) return upload
  item.remove()
  return undefined
}

export function storeBytesSent(item: UploadItem, bytesSent: number) {
  const upload = readStoredUpload(item)
  if (upload) item.write({ ...upload, bytesSent })
}

/** Where tus-js-client stores how to resume one upload. */
export const createUrlStorage = (item: UploadItem): UrlStorage => ({
  findAllUploads: async () => [],
  async findUploadsByFingerprint() {
    const upload = readStoredUpload(item)
    return upload ? [{ ...upload, urlStorageKey: item.key }] : []
  },
  async addUpload(_fingerprint, upload) {
    item.write({ ...upload, bytesSent: 0 })
    return item.key
  },
  removeUpload: async () => item.remove(),
})

export async function listStoppedUploads(
  area: Area,
  ownerId: string,
  projectId: string,
): Promise<StoppedUpload[]> {
  const ids = storedUploads(area, ownerId, projectId).ids()
  if (ids.length === 0) return []
  // Without TLS a browser has no locks: then uploads of other tabs are listed too.
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return ids.flatMap((id) => {
    const item = uploadItem(area, ownerId, projectId, id)
    const isSending = held.some(({ name }) => name === item.key)
    const upload = isSending ? undefined : readStoredUpload(item)
    if (!upload) return []
    const { size, metadata, bytesSent } = upload
    const { filename = '', versionOf, sectionId, requestId, staged } = metadata
    const target = { versionOf, sectionId, requestId, staged: staged === 'true' || undefined }
    return [{ id, name: filename, size: size ?? 0, bytesSent, target }]
  })
}
