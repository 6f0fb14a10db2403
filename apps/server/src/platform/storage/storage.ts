import type { Readable } from 'node:stream'

/** Stores bytes under keys that Portico makes (letters, digits, `-`, `.` and one folder), never under names that people give. */
export interface Storage {
  /** Nothing is under the key until `commit` of the draft has resolved, and everything is from then on. */
  createDraft(key: string): Promise<Draft>
  /** When it fails, either nothing or everything is stored. */
  put(key: string, bytes: Buffer): Promise<void>
  /** Undefined when nothing is under the key. `range` includes both ends and must not exceed the size. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable | undefined>
  getSize(key: string): Promise<number | undefined>
  /** Does nothing when nothing is under the key. */
  remove(key: string): Promise<void>
  list(): AsyncIterable<StoredObject>
  /** An address at the store that responds with these headers; null when Portico has to send the bytes itself. */
  createDownloadUrl(key: string, headers: DownloadHeaders): Promise<string | null>
  /** The origin of those addresses, for the Content-Security-Policy. */
  readonly downloadOrigin: string | null
  /** Equal for two processes only when they use the same files; opaque, unlike `name`. */
  identity(): Promise<string>
  check(): Promise<void>
  /** The text of portico-installation.json, which names the installation; undefined when it does not exist. */
  readMarker(): Promise<string | undefined>
  /** Without `replace` an existing marker stays: two processes may start at once. */
  writeMarker(text: string, options: { replace: boolean }): Promise<void>
  readonly trash: Trash
  /** The location for messages to people, without secrets. */
  readonly name: string
  /** Makes its folders and removes the drafts of processes that have ended. Called before the first upload. */
  prepare(): Promise<void>
  /** Removes old drafts of all processes. */
  deleteAbandonedDrafts(): Promise<void>
  /** The local folder of complete files; null when they are in a bucket. */
  readonly folder: string | null
  /** Files that arrive over several requests, each of which may reach another process. */
  readonly partialUploads: PartialUploadStore
  /** The local folder through which they pass; with a bucket, a few megabytes of each that is being received. */
  readonly partialUploadFolder: string
  close(): void
}

export interface Draft {
  /** One call at a time. The caller may reuse the buffers after it has resolved. */
  write(pieces: Buffer[]): Promise<void>
  commit(): Promise<void>
  discard(): Promise<void>
}

/** Callers see to it that one request at a time works on an upload (upload-leases.ts). */
export interface PartialUploadStore {
  create(id: string): Promise<void>
  /** How many bytes are stored; undefined when they are lost. */
  getSize(upload: Pick<PartialUpload, 'id' | 'state'>): Promise<number | undefined>
  /**
   * Stores what follows the first `offset` bytes, and returns the new size. What arrived before `bytes` failed stays. `saveState`
   * is called whenever more is stored, and throws when another request has taken over.
   */
  append(
    upload: PartialUpload,
    offset: number,
    bytes: AsyncIterable<Buffer>,
    saveState: (state: PartialUploadState) => Promise<void>,
  ): Promise<number>
  /** Makes all bytes one file under the upload's key, and returns their SHA-256. Can be repeated. */
  complete(upload: PartialUpload): Promise<Buffer>
  /** Deletes what is not under the key. */
  remove(upload: PartialUpload): Promise<void>
  /** Deletes what was stored before this moment, whatever the database knows of it. */
  deleteAbandoned(before: Date): Promise<void>
}

export interface PartialUpload {
  id: string
  key: string
  /** Of the whole file. */
  size: number
  /** What was saved last. */
  state: PartialUploadState | null
}

/** What a bucket has of an upload: parts of one size (the last may be smaller), and behind them an object with the rest. */
export interface PartialUploadState {
  partBytes: number
  multipartId: string | null
  parts: { number: number; etag: string }[]
  /** No request has sent a part with this number or a later one. */
  nextNumber: number
  rest: { key: string; size: number } | null
  /** How many bytes all of it has. */
  size: number
}

export interface StoredObject {
  key: string
  storedAt: Date
  size: number
}

/** Files that will be deleted for good after `TRASH_DAYS`, by the day on which they were moved here. */
export interface Trash {
  /** Moves the object with this key to the trash, if it exists. */
  add(key: string, day: string): Promise<void>
  /** The oldest day first. */
  list(): AsyncIterable<TrashedObject>
  /** Moves it back as if it had been stored now. False when the key is in use. */
  putBack(trashed: TrashedObject): Promise<boolean>
  remove(trashed: TrashedObject): Promise<void>
}

export interface TrashedObject {
  key: string
  day: string
  size: number
}

export interface DownloadHeaders {
  contentType: string
  disposition: string
  seconds: number
}

export interface S3Location {
  kind: 's3'
  bucket: string
  /** Before every key; ends in `/` when there is one. */
  prefix: string
  region: string
  /** Null: Amazon's own. */
  endpoint: string | null
  /** Null: the AWS library looks for them (environment, profile, role of the machine). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
  /** Whether browsers can reach the bucket, so that downloads are redirected there. */
  redirects: boolean
  /** Seconds without a response after which a request is retried once. */
  timeout: number
}
