import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FolderLocation } from '../../config/storage.ts'
import { CannotStart } from '../process/cannot-start.ts'
import { undefinedIfNoObject, undefinedIfNotFound } from '../storage/errors.ts'
import { createS3Connection } from '../storage/s3.ts'
import { createS3Draft } from '../storage/s3-draft.ts'
import type { S3Location } from '../storage/storage.ts'

export interface BackupStore {
  /** For messages, without secrets. */
  name: string
  /** Nothing has the name until `commit` has resolved. `expectedBytes` is an estimate. */
  create(name: string, expectedBytes: number): Promise<BackupDraft>
  list(): Promise<string[]>
  read(name: string): Promise<Readable | undefined>
  close(): void
}

interface BackupDraft {
  write(chunk: Buffer): Promise<void>
  commit(): Promise<void>
  discard(): Promise<void>
}

export type BackupLocation = FolderLocation | S3Location

export function openBackupStore(location: BackupLocation): BackupStore {
  if (location.kind === 's3') return openBucket(location)
  if (location.folder) return openFolder(location.folder)
  throw new CannotStart('The folder for backups must not be the root of the disk.')
}

const UNFINISHED = '.unfinished'

function openFolder(folder: string): BackupStore {
  return {
    name: folder,
    async create(name) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Of runs that were killed: one backup is made at a time.
      for (const left of await readdir(folder))
        if (left.endsWith(UNFINISHED)) await rm(join(folder, left), { force: true })
      const path = join(folder, name + UNFINISHED)
      const file = await open(path, 'wx', 0o600)
      let unsynced = 0
      return {
        async write(chunk) {
          await file.writeFile(chunk)
          unsynced += chunk.length
          if (unsynced < SYNC_INTERVAL_BYTES) return
          unsynced = 0
          await file.datasync()
        },
        async commit() {
          await file.sync()
          await file.close()
          await rename(path, join(folder, name))
          const parent = await open(folder, 'r')
          await parent.sync().finally(() => parent.close())
        },
        async discard() {
          await file.close().catch(() => {})
          await rm(path, { force: true })
        },
      }
    },
    list: async () => (await undefinedIfNotFound(() => readdir(folder))) ?? [],
    async read(name) {
      const found = await undefinedIfNotFound(() => stat(join(folder, name)))
      return found && createReadStream(join(folder, name), { highWaterMark: READ_CHUNK_BYTES })
    },
    close() {},
  }
}

const SYNC_INTERVAL_BYTES = 64 * 1_024 * 1_024
const READ_CHUNK_BYTES = 256 * 1_024
const MIN_PART_BYTES = 8 * 1_024 * 1_024
/** S3 takes 10,000; the estimate may be too low. */
const EXPECTED_PARTS = 5_000

function openBucket(location: S3Location): BackupStore {
  const { bucket: Bucket, prefix } = location
  const connect = createS3Connection(location)
  const objectOf = (name: string) => ({ Bucket, Key: `${prefix}${name}` })
  return {
    name: `s3://${Bucket}/${prefix}`,
    async create(name, expectedBytes) {
      const partSize = Math.max(MIN_PART_BYTES, Math.ceil(expectedBytes / EXPECTED_PARTS))
      const draft = await createS3Draft(
        { ...(await connect()), object: objectOf(name) },
        { partSize, queueSize: 1 },
      )
      return { ...draft, write: (chunk) => draft.write([chunk]) }
    },
    async list() {
      const { s3, client } = await connect()
      const names: string[] = []
      for await (const { Contents = [] } of s3.paginateListObjectsV2({ client }, { Bucket, Prefix: prefix }))
        for (const { Key = '' } of Contents) names.push(Key.slice(prefix.length))
      return names.filter((name) => !name.includes('/'))
    },
    async read(name) {
      const { s3, client } = await connect()
      const found = await undefinedIfNoObject(() => client.send(new s3.GetObjectCommand(objectOf(name))))
      return found?.Body as Readable | undefined
    },
    close() {
      void connect.pending()?.then(({ client }) => client.destroy())
    },
  }
}
