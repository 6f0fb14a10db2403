import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../../config.ts'
import { createLocalStorage } from './local.ts'
import { createS3Storage } from './s3.ts'

/** Where bytes are kept, under keys that we make: letters, digits, `-`, `.` and one folder. Names that people give are not known here. */
export interface Storage {
  /** Begins to take bytes. Nothing of them is under the key before `keep` has resolved, and all of them are from then on. */
  begin(key: string): Promise<Draft>
  /** Stores what is in memory as a whole. When it fails there is nothing, or all of it. */
  put(key: string, bytes: Buffer): Promise<void>
  /** Takes over a whole file of this machine; where storage is on the same disk, it is moved and not copied. */
  adopt(key: string, path: string): Promise<void>
  /** Undefined when nothing is under the key. `range` is inclusive on both sides, and lies within. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable | undefined>
  sizeOf(key: string): Promise<number | undefined>
  /** Whether there was anything or not, there is nothing afterwards. */
  remove(key: string): Promise<void>
  /** Everything there is, in the order of the keys. */
  list(): AsyncIterable<Stored>
  /** An address elsewhere where a browser finds the bytes, dressed as told; null where they have to come through us. */
  addressOf(key: string, dress: Dress): Promise<string | null>
  /** The origin of those addresses, for the pages that show them. */
  readonly origin: string | null
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
  tidy(): Promise<void>
  /** Removes what was left half-done long ago by whichever process. */
  sweep(): Promise<void>
  /** The folder of this machine that whole files lie in, if they do. */
  readonly folder: string | null
  /** A folder of this machine for what is not whole yet. */
  readonly workshop: string
  close(): void
}

export interface Draft {
  /** Adds to it; asked again only when it has answered. Then the bytes are the caller's again, to do with what they like. */
  write(pieces: Buffer[]): Promise<void>
  keep(): Promise<void>
  drop(): Promise<void>
}

export interface Stored {
  key: string
  storedAt: Date
  size: number
}

/** Files that wait to be deleted for good, by the day on which they were moved here. */
export interface Trash {
  /** Moves the object with this key to the trash, if it exists. */
  add(key: string, day: string): Promise<void>
  /** Everything in it, the oldest day first. */
  list(): AsyncIterable<Trashed>
  /** Moves it back as if it had been stored now. False when the key is in use. */
  putBack(trashed: Trashed): Promise<boolean>
  remove(trashed: Trashed): Promise<void>
}

export interface Trashed {
  key: string
  /** `YYYY-MM-DD` */
  day: string
  size: number
}

export interface Dress {
  contentType: string
  disposition: string
  seconds: number
}

export function createStorage({ storageUrl, dataDir }: Pick<Config, 'storageUrl' | 'dataDir'>): Storage {
  const folder = join(dataDir, 'uploads')
  return storageUrl.kind === 's3'
    ? createS3Storage(storageUrl, join(folder, 'unfinished'))
    : createLocalStorage(storageUrl.folder ?? folder)
}

/** Fewer and larger writes than the network has pieces. */
const AT_ONCE = 256 * 1_024
const PIECES = 256

/** Lets all of `source` flow into the draft, and says what it was. Each piece that is written is handed to `used`. */
export async function fill(
  draft: Draft,
  source: AsyncIterable<Buffer>,
  used: (piece: Buffer) => void = () => {},
) {
  const hash = createHash('sha256')
  let size = 0
  let gathered: Buffer[] = []
  let weight = 0
  let writing = Promise.resolve()
  try {
    for await (const piece of source) {
      hash.update(piece)
      size += piece.length
      weight += piece.length
      gathered.push(piece)
      if (weight >= AT_ONCE || gathered.length >= PIECES) await writeNext()
    }
    await writeNext()
  } finally {
    await writing
  }
  return { size, sha256: hash.digest() }

  /** While the disk writes, the next pieces come in. */
  async function writeNext() {
    await writing
    if (weight === 0) return
    const pieces = gathered
    gathered = []
    weight = 0
    writing = draft.write(pieces).then(() => pieces.forEach(used))
    // Heard when it is waited for.
    writing.catch(() => {})
  }
}
