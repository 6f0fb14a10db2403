import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import type { Db } from '../../platform/sql/database.ts'
import { mapStorageError, NoRoom } from '../../platform/storage/errors.ts'
import { getFreeBytes, measureFreeBytes } from '../../platform/storage/free-space.ts'
import { countReceiving, findAnnounced, findStorageUsed, lockAccount } from './upload-limits.repository.ts'
import type { Uploader } from './uploader-type.ts'

export const AccountStorageFull = problem(
  'ACCOUNT_STORAGE_FULL',
  507,
  'This account has not enough storage left for this file. Delete other files first; those in the bin count too.',
  {
    when: 'Whoever runs this Portico has set how much the files of one freelancer, with those of their clients, may have together. Reading and deleting always work. Nothing of the upload was kept.',
  },
)
export const MAX_UNFINISHED_UPLOADS = 20

export const TooManyUnfinishedUploads = problem(
  'TOO_MANY_UNFINISHED_UPLOADS',
  409,
  `You have ${MAX_UNFINISHED_UPLOADS} unfinished uploads already. Finish or cancel one of them first.`,
  {
    when: `One person, or all guests with one link, have ${MAX_UNFINISHED_UPLOADS} uploads on their way, forms included. Resumable ones that nobody goes on with expire a day after they began; those of guests make room for others after an hour.`,
  },
)
/** A guest shares these places with everybody who has the same link. */
export const LinkBusy = problem(
  'TOO_MANY_UNFINISHED_UPLOADS',
  409,
  'Many people are sending with this link just now. Please send again in a moment.',
)

export function tooManyUnfinished({ linkId }: Uploader) {
  return linkId ? new LinkBusy() : new TooManyUnfinishedUploads()
}

/** Keeps space for the database, which may be on the same disk. */
export async function requireFreeSpace({ config }: AppContext, folder: string | null) {
  if (folder === null) return
  const free = await mapStorageError(() => getFreeBytes(folder))
  if (free < config.minFreeBytes) throw new NoRoom()
}

/**
 * Call it when the upload's row is committed, so that of two uploads that begin at once at least one sees the other. The bytes
 * that all uploads have announced, and that have not arrived yet, have to fit above MIN_FREE_BYTES.
 */
export async function requireAnnouncedSpace(ctx: AppContext, folder: string | null) {
  if (folder === null) return
  const { config, db, storage, clock } = ctx
  const announced = await findAnnounced(db, clock.now(), { forms: storage.folder !== null })
  const free = await mapStorageError(() => measureFreeBytes(folder))
  let missing = announced.reduce((sum, { size }) => sum + size, 0)
  if (free - missing >= config.minFreeBytes) return
  for (const { id, size, received } of announced)
    missing -= Math.min(size, (await storage.partialUploads.getSize({ id, state: null })) ?? received)
  if (free - missing < config.minFreeBytes) throw new NoRoom()
}

/** Ends an upload that goes on while the disk has less than MIN_FREE_BYTES. */
export async function* stopOnFullDisk(
  ctx: AppContext,
  folder: string | null,
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let unchecked = 0
  for await (const chunk of bytes) {
    unchecked += chunk.length
    if (unchecked >= CHECK_INTERVAL_BYTES) {
      unchecked = 0
      await requireFreeSpace(ctx, folder)
    }
    yield chunk
  }
}
const CHECK_INTERVAL_BYTES = 4 * 1_024 * 1_024

/** How many bytes the freelancer's account may still store. Uploads of their clients count too. */
export async function findStorageLeft({ config, db }: AppContext, actor: Actor) {
  const { accountStorageBytes } = config
  if (accountStorageBytes === null) return Number.POSITIVE_INFINITY
  return accountStorageBytes - (await findStorageUsed(db, actor))
}

/**
 * Call it in the transaction that writes the file's row. Uploads to one account wait for each other, so that the sum
 * is exact.
 */
export async function requireAccountStorage(
  trx: Db,
  { config: { accountStorageBytes } }: AppContext,
  actor: Actor,
  size: number,
) {
  if (accountStorageBytes === null) return
  await lockAccount(trx, actor)
  if ((await findStorageUsed(trx, actor)) + size > accountStorageBytes) throw new AccountStorageFull()
}

/**
 * Call it in the transaction that writes the upload's row. Unfinished uploads count too: otherwise each of many would
 * fit alone.
 */
export async function requireUploadPlace(trx: Db, ctx: AppContext, actor: Uploader, size: number) {
  const { accountStorageBytes } = ctx.config
  await lockAccount(trx, actor)
  const { count, reserved } = await countReceiving(trx, actor, ctx.clock.now())
  if (count >= MAX_UNFINISHED_UPLOADS) throw tooManyUnfinished(actor)
  if (accountStorageBytes === null) return
  if ((await findStorageUsed(trx, actor)) + reserved + size > accountStorageBytes)
    throw new AccountStorageFull()
}
