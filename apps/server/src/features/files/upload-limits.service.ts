import createError from '@fastify/error'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Db } from '../../platform/sql/database.ts'
import { mapStorageError, NoRoom } from '../../platform/storage/errors.ts'
import { getFreeBytes } from '../../platform/storage/free-space.ts'
import { countReceiving, findStorageUsed, lockAccount } from './upload-limits.repository.ts'
import type { Uploader } from './uploader-type.ts'

export const AccountStorageFull = createError(
  'ACCOUNT_STORAGE_FULL',
  'This account has not enough storage left for this file. Delete other files first; those in the bin count too.',
  507,
)
export const TooManyUnfinishedUploads = createError(
  'TOO_MANY_UNFINISHED_UPLOADS',
  'You have 20 unfinished uploads already. Finish or cancel one of them first.',
  409,
)
/** A guest shares these places with everybody who has the same link. */
export const LinkBusy = createError(
  'TOO_MANY_UNFINISHED_UPLOADS',
  'Many people are sending with this link just now. Please send again in a moment.',
  409,
)

export const MAX_UNFINISHED_UPLOADS = 20

/** Keeps space for the database, which may be on the same disk, and for uploads that have begun. */
export async function requireFreeSpace({ config }: AppContext, folder: string | null) {
  if (folder === null) return
  const free = await mapStorageError(() => getFreeBytes(folder))
  if (free < config.minFreeBytes) throw new NoRoom()
}

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
export async function requireUploadPlace(
  trx: Db,
  { config: { accountStorageBytes }, clock }: AppContext,
  actor: Uploader,
  size: number,
) {
  await lockAccount(trx, actor)
  const { count, reserved } = await countReceiving(trx, actor, clock.now())
  if (count >= MAX_UNFINISHED_UPLOADS) throw actor.linkId ? new LinkBusy() : new TooManyUnfinishedUploads()
  if (accountStorageBytes === null) return
  if ((await findStorageUsed(trx, actor)) + reserved + size > accountStorageBytes)
    throw new AccountStorageFull()
}
