import type { Readable } from 'node:stream'

/** Stores bytes under keys that Portico makes (letters, digits, `-`, `.` and one folder), never under names that people give. */
export interface Storage {
  /** Nothing is under the key until `commit` of the draft has resolved, and everything is from then on. */
  createDraft(key: string): Promise<Draft>
  /** When it fails, either nothing or everything is stored. */
  put(key: string, bytes: Buffer): Promise<void>
  /** Stores a local file, which stays in place. On the same disk it is linked, not copied. */
  putFile(key: string, path: string): Promise<void>
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
  /** The local folder for incomplete uploads. */
  readonly partialUploadFolder: string
  close(): void
}

export interface Draft {
  /** One call at a time. The caller may reuse the buffers after it has resolved. */
  write(pieces: Buffer[]): Promise<void>
  commit(): Promise<void>
  discard(): Promise<void>
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
