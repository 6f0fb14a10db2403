import type { AppContext } from '../../platform/context.ts'
import type { StoredObject, TrashedObject } from '../../platform/storage/storage.ts'
import { type FileRow, findRows, findStoredBefore } from './clean-up.repository.ts'
import { isWithBytes } from './file-state.ts'
import { fileIdOf, fileKey, isFileKey, previewKey, thumbnailKey } from './keys.ts'

export type StorageContext = Pick<AppContext, 'db' | 'storage' | 'clock' | 'log' | 'config'>

/** The difference between the stored files and the rows. */
export interface Survey {
  /** The number of stored files. */
  files: number
  withoutRow: number
  /** Objects without a row that the caller asked for, the oldest ids first. */
  orphans: StoredObject[]
  /** Keys of rows whose bytes are missing. */
  lost: string[]
}

/** A younger object may belong to an upload whose row is not written yet. */
const MIN_ORPHAN_AGE_MS = 60 * 60 * 1_000
const BATCH_SIZE = 500
const MIN_ID = '00000000-0000-0000-0000-000000000000'

export async function surveyStorage(
  ctx: StorageContext,
  isIncluded: (orphan: StoredObject, found: number) => boolean = () => true,
): Promise<Survey> {
  const { storage, clock } = ctx
  const began = clock.now()
  const survey: Survey = { files: 0, withoutRow: 0, orphans: [], lost: [] }
  const [countFile, countOrphan] = [createIdCounter(), createIdCounter()]
  const lostFiles = createLostFileFinder(ctx, began, async (key) => {
    // The list may be older than the row, so this key is looked up again.
    if ((await storage.getSize(key)) === undefined) survey.lost.push(key)
  })
  for await (const batch of inBatches(storage.list(), BATCH_SIZE)) {
    const stored = batch.filter(({ key }) => isFileKey(key))
    await lostFiles.pass(stored)
    for (const { key } of stored) survey.files += countFile(fileIdOf(key))
    const old = stored.filter(({ storedAt }) => began.getTime() - storedAt.getTime() > MIN_ORPHAN_AGE_MS)
    for (const { orphan, hasRow } of await findOrphans(ctx, old)) {
      if (!hasRow) survey.withoutRow += countOrphan(fileIdOf(orphan.key))
      if (isIncluded(orphan, survey.orphans.length)) survey.orphans.push(orphan)
    }
  }
  await lostFiles.end()
  return survey
}

/** Groups the trash: `needed` by a row, `due` for removal, or neither. */
export async function surveyTrash({ db, storage, clock, config }: StorageContext) {
  const survey = {
    files: 0,
    dueFiles: 0,
    needed: [] as TrashedObject[],
    due: [] as TrashedObject[],
    other: [] as TrashedObject[],
  }
  const [countId, countDueId] = [createIdCounter(), createIdCounter()]
  const lastDay = clock.now().getTime() - (config.trashDays + 1) * DAY_MS
  for await (const batch of inBatches(storage.trash.list(), BATCH_SIZE)) {
    const trashed = batch.filter(({ key }) => isFileKey(key))
    const rows = await findRows(db, distinctIds(trashed))
    for (const item of trashed) {
      survey.files += countId(fileIdOf(item.key))
      const row = rows.get(fileIdOf(item.key))
      const isNeeded =
        row &&
        isWithBytes(row.state) &&
        belongsTo(row, item.key) &&
        (await storage.getSize(item.key)) === undefined
      const isDue = Date.parse(item.day) <= lastDay
      if (isDue && !isNeeded) survey.dueFiles += countDueId(fileIdOf(item.key))
      survey[isNeeded ? 'needed' : isDue ? 'due' : 'other'].push(item)
    }
  }
  return survey
}
const DAY_MS = 24 * 60 * 60 * 1_000

/** A row in any state protects its bytes: a resumable upload may be stored already, and a job removes those of deleted files. */
async function findOrphans({ db }: StorageContext, stored: StoredObject[]) {
  const rows = await findRows(db, distinctIds(stored))
  return stored
    .filter(({ key }) => !belongsTo(rows.get(fileIdOf(key)), key))
    .map((orphan) => ({ orphan, hasRow: rows.has(fileIdOf(orphan.key)) }))
}

/** A thumbnail or a preview needs a row that has one. */
function belongsTo(row: FileRow | undefined, key: string) {
  if (row === undefined) return false
  const id = fileIdOf(key)
  if (key === thumbnailKey(id)) return row.hasThumbnail
  return key === previewKey(id) ? row.hasPreview : true
}

/** Walks rows and keys side by side, both in the order of the ids, and reports the rows without a key. */
function createLostFileFinder(ctx: StorageContext, before: Date, report: (key: string) => Promise<void>) {
  const ids = listStoredIds(ctx, before)
  let current: IteratorResult<string, undefined> | undefined

  async function peek() {
    current ??= await ids.next()
    return current.value
  }

  async function reportUpTo(limit?: string) {
    for (let id = await peek(); id !== undefined && (!limit || id < limit); id = await peek()) {
      await report(fileKey(id))
      current = undefined
    }
  }

  return {
    async pass(stored: StoredObject[]) {
      for (const { key } of stored) {
        const id = fileIdOf(key)
        await reportUpTo(id)
        if ((await peek()) === id && key === fileKey(id)) current = undefined
      }
    },
    end: () => reportUpTo(),
  }
}

async function* listStoredIds({ db }: StorageContext, before: Date): AsyncGenerator<string, undefined> {
  let last: string | undefined = MIN_ID
  while (last !== undefined) {
    const ids: string[] = (await findStoredBefore(db, before, last)).map(({ id }) => id)
    yield* ids
    last = ids.at(-1)
  }
}

function distinctIds(items: { key: string }[]) {
  return [...new Set(items.map(({ key }) => fileIdOf(key)))]
}

/** Counts an id once: the keys of one id are adjacent. */
function createIdCounter() {
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
