import type { AppContext } from '../../platform/context.ts'
import type { StoredObject, TrashedObject } from '../../platform/storage/storage.ts'
import { type FileRow, findRows, findStoredBefore } from './clean-up.repository.ts'
import { fileIdOf, fileKey, isFileKey } from './keys.ts'

export type StorageContext = Pick<AppContext, 'db' | 'storage' | 'clock' | 'log' | 'config'>

/** The difference between the stored files and the rows. */
export interface Survey {
  /** How many files are stored. */
  files: number
  /** How many of them have no row. */
  withoutRow: number
  /** The wanted bytes without a row, the oldest ids first. */
  orphans: StoredObject[]
  /** Keys of files whose bytes are not there. */
  lost: string[]
}

/** Younger bytes may belong to an upload whose row is about to be written. */
const UPLOAD_TIME_MS = 60 * 60 * 1_000
const BATCH_SIZE = 500
const FIRST = '00000000-0000-0000-0000-000000000000'

export async function surveyStorage(
  ctx: StorageContext,
  isWanted: (orphan: StoredObject, found: number) => boolean = () => true,
): Promise<Survey> {
  const { storage, clock } = ctx
  const began = clock.now()
  const survey: Survey = { files: 0, withoutRow: 0, orphans: [], lost: [] }
  const [lastFile, lastOrphan] = [countIds(), countIds()]
  const missing = missingFrom(ctx, began, async (key) => {
    // The list may be older than the row, so this key is looked up again.
    if ((await storage.getSize(key)) === undefined) survey.lost.push(key)
  })
  for await (const batch of inBatches(storage.list(), BATCH_SIZE)) {
    const stored = batch.filter(({ key }) => isFileKey(key))
    await missing.pass(stored)
    for (const { key } of stored) survey.files += lastFile(fileIdOf(key))
    const old = stored.filter(({ storedAt }) => began.getTime() - storedAt.getTime() > UPLOAD_TIME_MS)
    for (const { orphan, hasRow } of await findOrphans(ctx, old)) {
      if (!hasRow) survey.withoutRow += lastOrphan(fileIdOf(orphan.key))
      if (isWanted(orphan, survey.orphans.length)) survey.orphans.push(orphan)
    }
  }
  await missing.end()
  return survey
}

/** What is in the trash although a row needs it, and what has been there for long enough. */
export async function surveyTrash({ db, storage, clock, config }: StorageContext) {
  const survey = {
    files: 0,
    dueFiles: 0,
    needed: [] as TrashedObject[],
    due: [] as TrashedObject[],
    other: [] as TrashedObject[],
  }
  const [countId, countDueId] = [countIds(), countIds()]
  const lastDay = clock.now().getTime() - (config.trashDays + 1) * DAY_MS
  for await (const batch of inBatches(storage.trash.list(), BATCH_SIZE)) {
    const trashed = batch.filter(({ key }) => isFileKey(key))
    const rows = await findRows(db, distinctIds(trashed))
    for (const item of trashed) {
      survey.files += countId(fileIdOf(item.key))
      const row = rows.get(fileIdOf(item.key))
      const isNeeded =
        row?.state === 'stored' && belongsTo(row, item.key) && (await storage.getSize(item.key)) === undefined
      const isDue = Date.parse(item.day) <= lastDay
      if (isDue && !isNeeded) survey.dueFiles += countDueId(fileIdOf(item.key))
      survey[isNeeded ? 'needed' : isDue ? 'due' : 'other'].push(item)
    }
  }
  return survey
}
const DAY_MS = 24 * 60 * 60 * 1_000

/** A row in any state protects its bytes: a resumable upload may be stored already, and a job deletes those of a deleted file. */
async function findOrphans({ db }: StorageContext, stored: StoredObject[]) {
  const rows = await findRows(db, distinctIds(stored))
  return stored
    .filter(({ key }) => !belongsTo(rows.get(fileIdOf(key)), key))
    .map((orphan) => ({ orphan, hasRow: rows.has(fileIdOf(orphan.key)) }))
}

/** A thumbnail needs a row that has one. */
function belongsTo(row: FileRow | undefined, key: string) {
  return row !== undefined && (key === fileKey(fileIdOf(key)) || row.hasThumbnail)
}

/** Merges rows and keys, both in the order of the ids, and reports the rows without a key. */
function missingFrom({ db }: StorageContext, before: Date, report: (key: string) => Promise<void>) {
  let rows: string[] = []
  let last = FIRST
  let over = false

  async function next() {
    if (rows.length === 0 && !over) {
      rows = (await findStoredBefore(db, before, last)).map(({ id }) => id)
      over = rows.length === 0
      last = rows.at(-1) ?? last
    }
    return rows[0]
  }

  return {
    async pass(stored: StoredObject[]) {
      for (const { key } of stored) {
        for (let id = await next(); id !== undefined && id < fileIdOf(key); id = await next()) {
          await report(fileKey(id))
          rows.shift()
        }
        if (rows[0] === fileIdOf(key) && key === fileKey(rows[0])) rows.shift()
      }
    },
    async end() {
      for (let id = await next(); id !== undefined; id = await next()) {
        await report(fileKey(id))
        rows.shift()
      }
    },
  }
}

function distinctIds(items: { key: string }[]) {
  return [...new Set(items.map(({ key }) => fileIdOf(key)))]
}

/** Counts an id once: the keys of one id are adjacent. */
function countIds() {
  let last = ''
  return (id: string) => {
    if (id === last) return 0
    last = id
    return 1
  }
}

async function* inBatches<T>(items: AsyncIterable<T>, size: number) {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
