import type { AppContext } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import { FileNotFound } from '../access/not-found.ts'
import { findRows } from './clean-up.repository.ts'
import { isWithBytes } from './file-state.ts'
import { fileKey } from './keys.ts'

export const FileLost = problem(
  'FILE_LOST',
  410,
  'The contents of this file have been lost. Please upload it again, or ask the person who uploaded it.',
  {
    when: 'A file is listed, and its bytes are no longer in storage. It does not help to try again. Only the links to files answer it; a ZIP leaves such files out and has a list of them.',
  },
)

export const FileDamaged = problem(
  'FILE_DAMAGED',
  410,
  'The contents of this file are damaged. Please upload it again, or ask the person who uploaded it.',
  {
    when: 'A file is listed, and storage has more or fewer bytes of it than were uploaded. It does not help to try again. Only the links to files answer it; a ZIP leaves such files out and has a list of them.',
  },
)

type Context = Pick<AppContext, 'db' | 'storage' | 'log'>

/** The error for a file whose bytes are missing. Throws StorageNotReady when the storage does not answer. */
export async function lostFileError(ctx: Context, id: string, key = fileKey(id)) {
  const [lost] = await reportLost(ctx, [{ id, key }])
  return lost ? new FileLost() : new FileNotFound()
}

interface RecordedFile {
  id: string
  /** The number of bytes that were uploaded. */
  size: string
}

/** Throws an error unless as many bytes are stored as were uploaded: a response announces its length before it is read. */
export async function requireWholeFile(ctx: Context, file: RecordedFile) {
  const storedBytes = await ctx.storage.getSize(fileKey(file.id))
  if (storedBytes === undefined) throw await lostFileError(ctx, file.id)
  if (storedBytes === Number(file.size)) return
  reportDamaged(ctx, file, storedBytes)
  throw new FileDamaged()
}

/** Those files of which no bytes are stored, and those of which more or fewer are stored than were uploaded. */
export async function findUnreadable(ctx: Context, files: RecordedFile[]) {
  const waiting = [...files]
  const missing: { id: string; key: string }[] = []
  const damaged = new Set<string>()
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
        const key = fileKey(file.id)
        const storedBytes = await ctx.storage.getSize(key)
        if (storedBytes === undefined) missing.push({ id: file.id, key })
        else if (storedBytes !== Number(file.size)) {
          reportDamaged(ctx, file, storedBytes)
          damaged.add(file.id)
        }
      }
    }),
  )
  return { lost: new Set(await reportLost(ctx, missing)), damaged }
}
const CONCURRENCY = 16

function reportDamaged({ log }: Context, { id, size }: RecordedFile, storedBytes: number) {
  log.error(
    { file: id, key: fileKey(id), size: Number(size), storedBytes },
    'the bytes of a file are damaged',
  )
}

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
