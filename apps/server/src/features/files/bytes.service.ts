import type { AppContext } from '../../platform/context.ts'
import { CannotStart } from '../../platform/process/cannot-start.ts'
import { findUnwanted, forgetUnwanted } from './bytes.repository.ts'
import { cleanUpStorage, NOTHING_DONE } from './clean-up.service.ts'
import type { Installation } from './installation.repository.ts'
import { requireOwnStorage } from './installation.service.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    removeUnwantedBytes: Record<never, never>
    sweepBytes: Record<never, never>
  }
}

/** Removes the bytes that deleted rows have left. What cannot be removed just now keeps the job coming back. */
export async function removeUnwantedBytes({ db, storage }: AppContext) {
  let failure: unknown
  for (
    let keys = await findUnwanted(db, '');
    keys.length > 0;
    keys = await findUnwanted(db, keys.at(-1) ?? '')
  ) {
    for (const key of keys) {
      try {
        await storage.remove(key)
        await forgetUnwanted(db, key)
      } catch (error) {
        failure = error
      }
    }
  }
  if (failure) throw failure
}

/** The hourly clean-up. */
export async function sweepBytes(ctx: AppContext) {
  await sweep(ctx)
}

/** Files without a row are only touched in a storage whose marker names this database. */
export async function sweep(ctx: AppContext) {
  let installation: Installation | undefined
  let result = NOTHING_DONE
  let failure: unknown
  // Whatever stops one of them is no reason to leave the others.
  for (const part of [
    async () => {
      installation = await findOwner(ctx)
    },
    async () => {
      if (installation) result = await cleanUpStorage(ctx, new Date(installation.cleanUpNotBefore))
    },
    async () => {
      if (installation) await ctx.storage.deleteAbandonedDrafts()
    },
    () => removeUnwantedBytes(ctx),
  ])
    await part().catch((error) => {
      failure ??= error
    })
  if (failure) throw failure
  return result
}

/** Undefined when the storage is not this database's. */
async function findOwner(ctx: AppContext) {
  try {
    return await requireOwnStorage(ctx)
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error
    ctx.log.error(`No clean-up of files: ${error.message}`)
  }
}
