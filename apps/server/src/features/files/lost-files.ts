import createError from '@fastify/error'
import type { AppContext } from '../../platform/context.ts'
import { findRows } from './clean-up.repository.ts'
import { isWithBytes } from './file-state.ts'
import { FileNotFound } from './files.service.ts'
import { fileKey } from './keys.ts'

export const FileLost = createError(
  'FILE_LOST',
  'The contents of this file have been lost. Please upload it again, or ask the person who uploaded it.',
  410,
)

type Context = Pick<AppContext, 'db' | 'storage' | 'log'>

/** The error for a file whose bytes are missing. Throws StorageNotReady when the storage does not answer. */
export async function lostFileError(ctx: Context, id: string, key = fileKey(id)) {
  const [lost] = await reportLost(ctx, [{ id, key }])
  return lost ? new FileLost() : new FileNotFound()
}

/** The ids of those files whose bytes are missing. */
export async function findLost(ctx: Context, ids: string[]) {
  const waiting = [...ids]
  const missing: { id: string; key: string }[] = []
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        const key = fileKey(id)
        if ((await ctx.storage.getSize(key)) === undefined) missing.push({ id, key })
      }
    }),
  )
  return new Set(await reportLost(ctx, missing))
}
const CONCURRENCY = 16

async function reportLost({ db, storage, log }: Context, missing: { id: string; key: string }[]) {
  if (missing.length === 0) return []
  // Files are also missing when a disk is not mounted or the bucket does not exist.
  await storage.check()
  // A file may have been deleted in between.
  const rows = await findRows(
    db,
    missing.map(({ id }) => id),
  )
  const lost = missing.filter(({ id }) => isWithBytes(rows.get(id)?.state))
  for (const { id, key } of lost) log.error({ file: id, key }, 'the bytes of a file are gone')
  return lost.map(({ id }) => id)
}
