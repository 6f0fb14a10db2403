import { v7 as newId } from 'uuid'
import type { AppContext } from '../../platform/context.ts'
import { deleteFormUpload, insertFormUpload, renewFormUpload } from './upload-limits.repository.ts'
import {
  MAX_UNFINISHED_UPLOADS,
  requireAnnouncedSpace,
  requireFreeSpace,
  requireUploadPlace,
  tooManyUnfinished,
} from './upload-limits.service.ts'
import { type Uploader, uploaderKey } from './uploader-type.ts'

/** Smaller forms are counted by their process alone: a row would cost them more than their bytes. */
export const SMALL_FORM_BYTES = 64 * 1_024
/** A third of the time after which a row without a process stops counting. */
const RENEWAL_MS = 20_000

/** How many forms this process is receiving, by uploader. */
const receiving = new Map<string, number>()

/**
 * Receives a form while its place, and its size on the disk, are reserved. A form that does not announce its length may be as
 * large as one may be.
 */
export async function withReservation<T>(
  ctx: AppContext,
  actor: Uploader,
  length: number,
  receive: (countBytes: (size: number) => void) => Promise<T>,
): Promise<T> {
  return ctx.limits.uploads.run(actor, () => receiveInPlace(ctx, actor, length, receive))
}

async function receiveInPlace<T>(
  ctx: AppContext,
  actor: Uploader,
  length: number,
  receive: (countBytes: (size: number) => void) => Promise<T>,
): Promise<T> {
  const key = uploaderKey(actor)
  const count = receiving.get(key) ?? 0
  if (count >= MAX_UNFINISHED_UPLOADS) throw tooManyUnfinished(actor)
  receiving.set(key, count + 1)
  try {
    await requireFreeSpace(ctx, ctx.storage.folder)
    return await (length > SMALL_FORM_BYTES ? receiveWithRow() : receive(() => {}))
  } finally {
    const left = (receiving.get(key) ?? 1) - 1
    if (left > 0) receiving.set(key, left)
    else receiving.delete(key)
  }

  async function receiveWithRow() {
    const { db, config, log } = ctx
    const id = newId()
    const size = Math.min(length, config.maxUploadBytes)
    await db.transaction().execute(async (trx) => {
      await requireUploadPlace(trx, ctx, actor, 0)
      await insertFormUpload(trx, actor, { id, size })
    })
    let received = 0
    const timer = setInterval(() => {
      renewFormUpload(db, id, received).catch((err) => log.debug({ err }, 'a form was not renewed'))
    }, RENEWAL_MS).unref()
    try {
      await requireAnnouncedSpace(ctx, ctx.storage.folder)
      return await receive((bytes) => {
        received += bytes
      })
    } finally {
      clearInterval(timer)
      // A row that stays stops counting after a minute.
      await deleteFormUpload(db, id).catch((err) => log.debug({ err }, 'a form was not ended'))
    }
  }
}
