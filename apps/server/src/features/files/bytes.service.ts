import type { AppContext } from '../../platform/context.ts'
import type { Stored } from '../../platform/storage.ts'
import { findFilesBefore, findUnwanted, forgetUnwanted, knownFiles } from './bytes.repository.ts'
import { keyOf } from './receiving.ts'
import { stillUnfinished } from './unfinished.repository.ts'

declare module '../../platform/jobs.ts' {
  interface JobPayloads {
    removeUnwantedBytes: Record<never, never>
    sweepBytes: Record<never, never>
  }
}

/** Younger bytes may belong to an upload whose row is about to be written. */
const GRACE = 60 * 60 * 1_000
const FIRST = '00000000-0000-0000-0000-000000000000'
const OURS = /^files\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}(\.thumbnail)?$/

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

/**
 * Holds what is stored against the rows. Bytes that no row knows go, unless they have just come; a row whose bytes are
 * not there is reported, for that is a loss that only a backup can mend.
 */
export async function sweepBytes(ctx: AppContext) {
  const { removed, lost } = await sweep(ctx)
  if (removed > 0) ctx.log.warn({ removed }, 'bytes that belonged to no file were removed')
  if (lost.length > 0)
    ctx.log.error({ count: lost.length, lost: lost.slice(0, 100) }, 'files whose bytes are gone')
}

export async function sweep(ctx: AppContext) {
  const found = { removed: 0, lost: [] as string[] }
  let failure: unknown
  // Whatever stops one of them is no reason to leave the others.
  for (const part of [() => compare(ctx, found), () => ctx.storage.sweep(), () => removeUnwantedBytes(ctx)])
    await part().catch((error) => {
      failure ??= error
    })
  if (failure) throw failure
  return found
}

async function compare(ctx: AppContext, found: { removed: number; lost: string[] }) {
  const { storage } = ctx
  const began = new Date()
  const missing = missingFrom(ctx, began, async (key) => {
    // The list may be older than the row, so the store is asked for this very key.
    if ((await storage.sizeOf(key)) === undefined) found.lost.push(key)
  })
  for await (const batch of inBatches(storage.list(), 500)) {
    // What others have put there (a backup, the file system itself) is theirs.
    const stored = batch.filter(({ key }) => OURS.test(key))
    await missing.pass(stored)
    for (const key of await withoutRow(ctx, stored, began)) {
      await storage.remove(key)
      found.removed++
    }
  }
  await missing.end()
}

async function withoutRow({ db }: AppContext, stored: Stored[], began: Date) {
  const old = stored.filter(({ storedAt }) => began.getTime() - storedAt.getTime() > GRACE)
  const ids = [...new Set(old.map(({ key }) => idIn(key)))]
  const known = ids.length > 0 ? await knownFiles(db, ids) : new Map<string, boolean>()
  // Moved already, and entered when whoever sent it comes back.
  const toBe = await stillUnfinished(db, ids)
  return old
    .map(({ key }) => key)
    .filter((key) =>
      key === keyOf(idIn(key)) ? !known.has(idIn(key)) && !toBe.has(idIn(key)) : !known.get(idIn(key)),
    )
}

/** Goes through the rows beside the list of keys, both in the order of the ids, and names the rows that it skips. */
function missingFrom({ db }: AppContext, before: Date, report: (key: string) => Promise<void>) {
  let rows: string[] = []
  let last = FIRST
  let over = false

  async function next() {
    if (rows.length === 0 && !over) {
      rows = (await findFilesBefore(db, before, last)).map(({ id }) => id)
      over = rows.length === 0
      last = rows.at(-1) ?? last
    }
    return rows[0]
  }

  return {
    async pass(stored: Stored[]) {
      for (const { key } of stored) {
        for (let id = await next(); id !== undefined && id < idIn(key); id = await next()) {
          await report(keyOf(id))
          rows.shift()
        }
        if (rows[0] === idIn(key) && key === keyOf(rows[0])) rows.shift()
      }
    },
    async end() {
      for (let id = await next(); id !== undefined; id = await next()) {
        await report(keyOf(id))
        rows.shift()
      }
    },
  }
}

function idIn(key: string) {
  return key.slice('files/'.length, 'files/'.length + FIRST.length)
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
