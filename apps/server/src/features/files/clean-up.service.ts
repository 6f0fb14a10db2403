import type { AppContext } from '../../platform/context.ts'
import type { StoredObject, TrashedObject } from '../../platform/storage/storage.ts'
import { deleteAbandonedUploads } from './abandoned-uploads.ts'
import { deleteRow, findDeleted } from './clean-up.repository.ts'
import type { Installation } from './installation.repository.ts'
import { findOwnInstallation } from './installation.service.ts'
import { fileKey, previewKey, thumbnailKey } from './keys.ts'
import { type StorageContext, surveyStorage, surveyTrash } from './orphans.service.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    removeUnwantedBytes: Record<never, never>
    cleanUpFiles: Record<never, never>
  }
}

/** The keys that a run has handled, by action. */
export interface CleanUp {
  moved: string[]
  removed: string[]
  putBack: string[]
  /** Rows without bytes. */
  lost: string[]
}

const NOTHING_DONE: CleanUp = { moved: [], removed: [], putBack: [], lost: [] }

const MAX_OBJECTS_PER_RUN = 1_000
const MIN_AGE_MS = 48 * 60 * 60 * 1_000

/** The hourly clean-up. Files without a row are only touched in a storage whose marker names this database. */
export async function cleanUpFiles(ctx: AppContext) {
  let installation: Installation | undefined
  let result = NOTHING_DONE
  let failure: unknown
  const steps = [
    async () => {
      installation = await findOwnInstallation(ctx)
    },
    async () => {
      if (installation) result = await cleanUpStorage(ctx, new Date(installation.cleanUpNotBefore))
    },
    async () => {
      if (installation) await deleteAbandonedUploads(ctx)
    },
    async () => {
      if (installation) await ctx.storage.deleteAbandonedDrafts()
    },
    async () => {
      if (installation) await deleteBytesOfDeletedFiles(ctx)
    },
  ]
  // A step that fails does not stop those after it.
  for (const step of steps)
    await step().catch((error) => {
      failure ??= error
    })
  if (failure) throw failure
  return result
}

/**
 * A copy of the database has the same files, so the storage is checked before each batch. A file whose bytes cannot be
 * deleted now makes the job fail at its end, so that it is tried again.
 */
export async function deleteBytesOfDeletedFiles(ctx: Pick<AppContext, 'db' | 'storage' | 'log'>) {
  const { db, storage } = ctx
  let failure: unknown
  let last = FIRST_ID
  for (let batch = await findDeleted(db, last); batch.length > 0; batch = await findDeleted(db, last)) {
    if (!(await findOwnInstallation(ctx))) return
    for (const { id, hasThumbnail, hasPreview } of batch) {
      last = id
      try {
        await storage.remove(fileKey(id))
        if (hasThumbnail) await storage.remove(thumbnailKey(id))
        if (hasPreview) await storage.remove(previewKey(id))
        await deleteRow(db, id)
      } catch (error) {
        failure = error
      }
    }
  }
  if (failure) throw failure
}
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Moves bytes without a row to the trash and removes old ones from it. Many at once mean a mistake (another database, an
 * older one): then it moves nothing and logs an error.
 */
async function cleanUpStorage(ctx: StorageContext, notBefore: Date): Promise<CleanUp> {
  const { log } = ctx
  const now = ctx.clock.now()
  const isOld = ({ storedAt }: StoredObject) => now.getTime() - storedAt.getTime() >= MIN_AGE_MS
  const survey = await surveyStorage(ctx, (orphan, found) => found < MAX_OBJECTS_PER_RUN && isOld(orphan))
  const trash = await surveyTrash(ctx)
  const putBack = await putBackFromTrash(ctx, trash.needed)
  if (putBack.length > 0) log.warn({ putBack }, 'files that a row needs were put back from the trash')
  const lost = survey.lost.filter((key) => !putBack.includes(key))
  if (lost.length > 0)
    log.error({ count: lost.length, lost: lost.slice(0, 100) }, 'files whose bytes are gone')
  const done = { ...NOTHING_DONE, putBack, lost }

  const { files, withoutRow } = survey
  if (areTooMany(withoutRow, files)) {
    log.error(
      { files, withoutRow },
      'No clean-up of files: too many have no row. Run `npx portico files orphans`.',
    )
    return done
  }
  if (now < notBefore) {
    log.debug({ notBefore }, 'no clean-up of files yet')
    return done
  }
  const moved = await moveToTrash(ctx, survey.orphans)
  if (moved.length > 0)
    log.warn({ moved: moved.length }, 'bytes that belong to no file were moved to the trash')

  const { dueFiles } = trash
  if (areTooMany(dueFiles, files + trash.files)) {
    log.error(
      { dueFiles },
      'The trash is not emptied: too much is due. Run `npx portico files orphans --empty-trash`.',
    )
    return { ...done, moved }
  }
  const removed = await emptyTrash(ctx, trash.due.slice(0, MAX_OBJECTS_PER_RUN))
  if (removed.length > 0) log.warn({ removed: removed.length }, 'bytes were removed from the trash')
  return { ...done, moved, removed }
}

function areTooMany(some: number, all: number) {
  return some > 20 && some > all / 100
}

export async function moveToTrash({ storage, clock }: StorageContext, orphans: StoredObject[]) {
  const day = clock.now().toISOString().slice(0, 10)
  return forEachInOrder(orphans, ({ key }) => storage.trash.add(key, day))
}

/** Returns the keys that were put back. An item whose key is in use stays in the trash. */
export async function putBackFromTrash({ storage }: StorageContext, trashed: TrashedObject[]) {
  const done: string[] = []
  for (const item of trashed) if (await storage.trash.putBack(item)) done.push(item.key)
  return done
}

export async function emptyTrash({ storage }: StorageContext, due: TrashedObject[]) {
  return forEachInOrder(due, (item) => storage.trash.remove(item))
}

async function forEachInOrder<T extends { key: string }>(items: T[], work: (item: T) => Promise<void>) {
  const done: string[] = []
  for (const item of items) {
    await work(item)
    done.push(item.key)
  }
  return done
}
