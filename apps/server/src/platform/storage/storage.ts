import type { Readable } from 'node:stream'

/** Where bytes are kept, under keys that we make: letters, digits, `-`, `.` and one folder. Names that people give are not known here. */
export interface Storage {
  /** Begins to take bytes. Nothing of them is under the key before `keep` has resolved, and all of them are from then on. */
  createDraft(key: string): Promise<Draft>
  /** Stores what is in memory as a whole. When it fails there is nothing, or all of it. */
  put(key: string, bytes: Buffer): Promise<void>
  /** Stores a whole file of this machine, which stays where it is. On the same disk it is linked, not copied. */
  putFile(key: string, path: string): Promise<void>
  /** Undefined when nothing is under the key. `range` is inclusive on both sides, and lies within. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable | undefined>
  getSize(key: string): Promise<number | undefined>
  /** Whether there was anything or not, there is nothing afterwards. */
  remove(key: string): Promise<void>
  /** Everything there is, in the order of the keys. */
  list(): AsyncIterable<StoredObject>
  /** An address elsewhere where a browser finds the bytes, command as told; null where they have to come through us. */
  createDownloadUrl(key: string, headers: DownloadHeaders): Promise<string | null>
  /** The origin of those addresses, for the pages that show them. */
  readonly downloadOrigin: string | null
  /** Equal for two processes only when they use the same files; opaque, unlike `name`. */
  identity(): Promise<string>
  /** Resolves when storage answers. */
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
  /** Removes what was left half-done long ago by whichever process. */
  deleteAbandonedDrafts(): Promise<void>
  /** The folder of this machine that whole files lie in, if they do. */
  readonly folder: string | null
  /** A folder of this machine for what is not whole yet. */
  readonly partialUploadFolder: string
  close(): void
}

export interface Draft {
  /** Adds to it; asked again only when it has answered. Then the bytes are the caller's again, to do with what they like. */
  write(pieces: Buffer[]): Promise<void>
  commit(): Promise<void>
  discard(): Promise<void>
}

export interface StoredObject {
  key: string
  storedAt: Date
  size: number
}

/** Files that wait to be deleted for good, by the day on which they were moved here. */
export interface Trash {
  /** Moves the object with this key to the trash, if it exists. */
  add(key: string, day: string): Promise<void>
  /** Everything in it, the oldest day first. */
  list(): AsyncIterable<TrashedObject>
  /** Moves it back as if it had been stored now. False when the key is in use. */
  putBack(trashed: TrashedObject): Promise<boolean>
  remove(trashed: TrashedObject): Promise<void>
}

export interface TrashedObject {
  key: string
  /** `YYYY-MM-DD` */
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
  /** Null: from where the AWS libraries look for them (environment, profile, role of the machine). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
  /** Whether browsers can reach the bucket by themselves. */
  redirects: boolean
  /** Seconds of silence after which a request is tried once more. */
  timeout: number
}
