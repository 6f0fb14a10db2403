import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import createError from '@fastify/error'
import type { AppContext } from '../../platform/context.ts'
import { withFields } from '../../platform/http/errors.ts'
import type { Part } from '../../platform/http/form-reader.ts'
import { manyIds } from '../../platform/sql/ids.ts'
import { fillDraft } from '../../platform/storage/fill-draft.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { contentTypeFor } from './content-types.ts'
import { cleanFileName } from './file-names.ts'
import { fileKey } from './keys.ts'
import { AccountStorageFull } from './upload-limits.service.ts'

const InvalidUpload = createError<[string]>('INVALID_INPUT', '%s', 400)
export const FileTooLarge = createError<[string]>('FILE_TOO_LARGE', 'A file can have at most %s.', 413)

/** Bytes that are here and belong to nothing yet. */
export interface Received {
  id: string
  name: string
  contentType: string
  size: number
  sha256: Buffer
  keep(): Promise<void>
  drop(): Promise<void>
}

/** What is no larger is gathered in memory and stored at once. */
export const AT_ONCE = 64 * 1_024
const PIECES = 64

/** Takes the bytes of a part. They are not under their key before `keep` is done, and nothing is left of them after `drop`. */
export async function receive(ctx: AppContext, part: Part, storageLeft: number): Promise<Received> {
  const { filename = '', type, used } = part
  if (filename.includes('\0')) throw invalid('file', 'File has a name that cannot be stored.')
  const name = cleanFileName(asTyped(filename))
  const id = manyIds()
  const file = { id, name, contentType: contentTypeFor(name, type) }
  const { maxUploadBytes } = ctx.config
  const bytes =
    storageLeft < maxUploadBytes
      ? atMost(part.bytes, storageLeft, () => new AccountStorageFull())
      : atMost(part.bytes, maxUploadBytes, () => tooLarge(maxUploadBytes))
  const { pieces, isAll } = await gather(bytes, AT_ONCE)
  const stored = isAll
    ? inMemory(ctx.storage, fileKey(id), Buffer.concat(pieces))
    : await inDraft(ctx, fileKey(id), follow(pieces, bytes), used)
  return { ...file, ...stored }
}

function inMemory(storage: Storage, key: string, bytes: Buffer) {
  let begun = false
  return {
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
    keep() {
      begun = true
      return storage.put(key, bytes)
    },
    async drop() {
      if (begun) await storage.remove(key)
    },
  }
}

async function inDraft(
  { storage, log }: AppContext,
  key: string,
  bytes: AsyncIterable<Buffer>,
  used: Part['used'],
) {
  const draft = await storage.createDraft(key)
  try {
    const told = await fillDraft(draft, bytes, used)
    return {
      ...told,
      keep: draft.commit,
      async drop() {
        await draft.discard()
        await storage.remove(key)
      },
    }
  } catch (error) {
    await tidyUp(log, draft.discard)
    throw error
  }
}

/**
 * What failed is what the sender hears, not what the tidying then comes upon; and soon, though a store that does not answer
 * does not answer to that either.
 */
export async function tidyUp(log: AppContext['log'], drop: () => Promise<void>) {
  const dropped = drop().catch((err) => log.warn({ err }, 'bytes of a failed upload are left to the sweeper'))
  await Promise.race([dropped, pause(TIDYING, undefined, { ref: false })])
}
const TIDYING = 2_000

/** The first pieces, until there is more than `most`, or no more. */
async function gather(bytes: AsyncGenerator<Buffer>, most: number) {
  const pieces: Buffer[] = []
  for (let size = 0; size <= most && pieces.length < PIECES; ) {
    const { value, done } = await bytes.next()
    if (done) return { pieces, isAll: true }
    pieces.push(value)
    size += value.length
  }
  return { pieces, isAll: false }
}

async function* follow(first: Buffer[], rest: AsyncIterable<Buffer>) {
  yield* first
  yield* rest
}

async function* atMost(bytes: AsyncIterable<Buffer>, most: number, refusal: () => Error) {
  let size = 0
  for await (const piece of bytes) {
    size += piece.length
    if (size > most) throw refusal()
    yield piece
  }
}

export function tooLarge(most: number) {
  return new FileTooLarge(inBytes(most))
}

function inBytes(count: number) {
  const [unit, size] = UNITS.find(([, size]) => count >= size) ?? (['bytes', 1] as const)
  return `${Math.floor((count / size) * 10) / 10} ${unit}`
}
const UNITS = [
  ['GiB', 1_024 ** 3],
  ['MiB', 1_024 ** 2],
  ['KiB', 1_024],
] as const

/** Browsers write these three, and only these, in this way into the name in a form. */
function asTyped(filename: string) {
  return filename.replace(/%(22|0D|0A)/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}

export function invalid(field: string, complaint: string) {
  return withFields(new InvalidUpload(complaint), { [field]: complaint })
}
