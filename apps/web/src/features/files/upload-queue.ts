import type { files } from '@portico/contract'
import { type UploadTarget, uploadId } from './stored-uploads.ts'

/** One file on its way to a project. */
export interface Upload {
  /** The same whenever the same file is chosen (`uploadId`). */
  id: string
  /** Under which the server stores it once, however often it is sent. */
  clientUploadId: string
  /** As the server will call it. */
  name: string
  size: number
  target: UploadTarget
  state: UploadState
  bytesSent: number
  /** Over the last moments; 0 while it is not known. */
  bytesPerSecond: number
  /** Where the speed was last measured from. */
  measuredFrom?: { at: number; bytesSent: number }
  failure?: UploadFailure
  /** Why it waits: there is no connection, or the server is not ready. */
  interruption?: 'connection' | 'server'
  /** On the server, once it is stored. */
  fileId?: string | undefined
  /** The file has been in the list. It may have been deleted since. */
  wasListed?: boolean
  /** The ids that the list had when the file was chosen. */
  idsBefore?: ReadonlySet<string>
  /** Absent once it is stored, after a reload (the browser forgets chosen files), and when it was too large. */
  file?: File
  /** The same file for its picture, also once it is stored. Only of files that are gathered for a request. */
  chosen?: File
}

/** The data of a file that the server has stored. */
export type ListedName = Pick<files.File, 'id' | 'fileName' | 'size'>

export interface UploadFailure {
  /** A sentence for the person. */
  reason: string
  canRetry: boolean
}

export type UploadQueue = readonly Upload[]

/**
 * - `queued`: another upload has to finish first
 * - `sending`
 * - `waiting-for-connection`: interrupted, and retried without anybody's help
 * - `stored`: on the server; it stays in the queue so that a batch can be counted
 * - `failed`: needs a person
 * - `stopped`: began before the page was loaded, and goes on when the same file is chosen again
 */
export type UploadState = 'queued' | 'sending' | 'waiting-for-connection' | 'stored' | 'failed' | 'stopped'

export type UploadEvent =
  | { type: 'added'; uploads: Upload[] }
  | { type: 'removed'; id: string }
  | UploadChange

type UploadChange =
  | { type: 'started' | 'listed' | 'retried'; id: string }
  | { type: 'interrupted'; id: string; interruption: 'connection' | 'server' }
  | { type: 'stored'; id: string; fileId?: string | undefined }
  | { type: 'progressed'; id: string; bytesSent: number; at: number }
  | { type: 'failed'; id: string; failure: UploadFailure }

/** The transitions of each state by event. Other events change nothing. */
const transitions: Record<UploadState, Partial<Record<UploadChange['type'], UploadState>>> = {
  queued: { started: 'sending' },
  sending: {
    progressed: 'sending',
    interrupted: 'waiting-for-connection',
    stored: 'stored',
    failed: 'failed',
  },
  'waiting-for-connection': {
    retried: 'sending',
    progressed: 'sending',
    interrupted: 'waiting-for-connection',
    stored: 'stored',
    failed: 'failed',
  },
  failed: { retried: 'queued' },
  stopped: {},
  stored: { listed: 'stored' },
}

/** Two, so that one large file does not hold up a small one, and a phone's connection is not overloaded. */
const MAX_CONCURRENT_UPLOADS = 2

export function reduceQueue(queue: UploadQueue, event: UploadEvent): UploadQueue {
  if (event.type === 'added') return addUploads(queue, event.uploads)
  if (event.type === 'removed') return queue.filter(({ id }) => id !== event.id)
  return queue.map((upload) => (upload.id === event.id ? changeUpload(upload, event) : upload))
}

export function uploadsToStart(queue: UploadQueue): Upload[] {
  const running = queue.filter(({ state }) => state === 'sending' || state === 'waiting-for-connection')
  const free = Math.max(0, MAX_CONCURRENT_UPLOADS - running.length)
  return queue.filter(({ state }) => state === 'queued').slice(0, free)
}

/** On its way, without anybody's help. */
export const isActive = ({ state }: Upload) =>
  state === 'queued' || state === 'sending' || state === 'waiting-for-connection'

/** A person can have it sent now. */
export const canRetry = ({ state, failure }: Upload) =>
  state === 'waiting-for-connection' || (state === 'failed' && failure?.canRetry === true)

/** Its file has not arrived, and closing the page would interrupt it. */
export const isUnsent = (upload: Upload) => isActive(upload) || canRetry(upload)

/** The upload that a chosen file goes on with: it has not ended, or a retry may help. */
export const findUnfinished = (queue: UploadQueue, file: File) =>
  queue.find(
    ({ id, target, state, failure }) =>
      id === uploadId(file, target) &&
      state !== 'stored' &&
      !((target.versionOf || target.requestId) && failure?.canRetry === false),
  )

/**
 * Whether the file of an upload is in the list. The list can show it before the upload's response arrives, or after the
 * response was lost: then it is the one that has come since, with the same name and size.
 */
export function isListed(
  { name, size, bytesSent, state, fileId, wasListed, idsBefore }: Upload,
  list: readonly ListedName[],
) {
  if (wasListed) return true
  if (fileId) return list.some(({ id }) => id === fileId)
  if (state === 'stored' || bytesSent < size || !idsBefore) return false
  return list.some((file) => file.fileName === name && file.size === size && !idsBefore.has(file.id))
}

/** A file that is chosen again replaces its earlier upload, unless that is still active. */
function addUploads(queue: UploadQueue, uploads: Upload[]): UploadQueue {
  const batch = queue.some(isActive) ? queue : queue.filter(({ state }) => state !== 'stored')
  const isSending = (id: string) => batch.some((known) => known.id === id && isActive(known))
  const added = new Map(uploads.filter(({ id }) => !isSending(id)).map((upload) => [upload.id, upload]))
  const replaced = batch.map((known) => added.get(known.id) ?? known)
  for (const { id } of batch) added.delete(id)
  return [...replaced, ...added.values()]
}

function changeUpload(upload: Upload, event: UploadChange): Upload {
  const state = transitions[upload.state][event.type]
  if (!state) return upload
  if (event.type === 'progressed') {
    return { ...upload, state, bytesSent: event.bytesSent, ...measureSpeed(upload, event) }
  }
  const { measuredFrom: _measuredFrom, failure: _failure, interruption: _interruption, ...rest } = upload
  const changed: Upload = { ...rest, state, bytesPerSecond: 0 }
  if (event.type === 'interrupted') changed.interruption = event.interruption
  if (event.type === 'failed') changed.failure = event.failure
  if (event.type === 'stored') {
    changed.fileId = event.fileId
    delete changed.file
  }
  if (event.type === 'listed') changed.wasListed = true
  return changed
}

const SPEED_INTERVAL_MS = 500

/** Smoothed, so that the remaining time does not jump. */
function measureSpeed(
  { measuredFrom, bytesPerSecond }: Upload,
  { bytesSent, at }: { bytesSent: number; at: number },
) {
  // A retry may continue from an earlier offset than the bytes that had left the browser.
  if (!measuredFrom || bytesSent < measuredFrom.bytesSent) {
    return { measuredFrom: { at, bytesSent }, bytesPerSecond }
  }
  const elapsed = at - measuredFrom.at
  if (elapsed < SPEED_INTERVAL_MS) return {}
  const latest = ((bytesSent - measuredFrom.bytesSent) / elapsed) * 1_000
  const smoothed = bytesPerSecond > 0 ? 0.6 * bytesPerSecond + 0.4 * latest : latest
  return { measuredFrom: { at, bytesSent }, bytesPerSecond: smoothed }
}
