import createError from '@fastify/error'
import { files, StrictObject } from '@portico/contract'
import * as Type from 'typebox'
import type { AppContext } from '../../platform/context.ts'
import { withFields } from '../../platform/http/errors.ts'
import { createPayloadParser } from '../../platform/http/validation.ts'
import type { Db } from '../../platform/sql/database.ts'
import { ProjectNotFound } from '../access/not-found.ts'
import { bothSides } from '../access/parties.ts'
import { requireWritableProject } from '../projects/projects.service.ts'
import { recordUse } from '../request-links/guest.service.ts'
import { canHaveThumbnail } from './content-types.ts'
import { createSigning } from './files.service.ts'
import { requireAccountStorage } from './upload-limits.service.ts'
import { type Uploader, uploaderTypeOf } from './uploader-type.ts'
import { findEarlierUpload, type NewFile, saveStoredFile } from './uploads.repository.ts'

const InvalidUpload = createError<[string]>('INVALID_INPUT', '%s', 400)
export const UploadIdTaken = createError(
  'UPLOAD_ID_TAKEN',
  'Another file was sent under this clientUploadId.',
  409,
)
const FileTooLarge = createError<[string]>('FILE_TOO_LARGE', 'A file can have at most %s.', 413)

/** The last step of every upload, once the bytes are durable: writes the row and notifies both sides. */
export async function storeFile(
  ctx: AppContext,
  actor: Uploader,
  {
    id,
    projectId,
    name,
    contentType,
    size,
    sha256,
    historyId,
    requestId,
    guestName,
    clientUploadId,
  }: Omit<NewFile, 'uploaderType'>,
) {
  const uploaderType = uploaderTypeOf(actor)
  const file = {
    id,
    projectId,
    uploaderType,
    name,
    contentType,
    size,
    sha256,
    historyId,
    requestId,
    guestName,
    clientUploadId,
  }
  const needsThumbnail = canHaveThumbnail(contentType)
  const hasLimit = ctx.config.accountStorageBytes !== null

  async function write(db: Db) {
    if (hasLimit) await requireAccountStorage(db, ctx, actor, size)
    if (actor.linkId) await recordUse(db, actor.linkId, { actor, projectId }, ctx.clock.now())
    const stored = await saveStoredFile(db, actor, ctx.clock.now(), file, createSigning(ctx))
    if (!stored) {
      await requireWritableProject({ ...ctx, db }, actor, projectId) // throws ProjectNotFound or ProjectArchived
      throw new ProjectNotFound()
    }
    if (needsThumbnail) await ctx.jobs.add(db, 'makeThumbnail', { fileId: id }, { lowPriority: true })
    return stored
  }

  const needsTransaction = needsThumbnail || hasLimit || historyId !== null || requestId !== null
  const stored = await (needsTransaction ? ctx.db.transaction().execute(write) : write(ctx.db))
  ctx.live.changed(bothSides(stored), 'files.upload')
  return stored.json
}

/**
 * After an upload was refused: what an earlier attempt stored under the same `clientUploadId`, perhaps at the same time, or
 * before its answer was lost. Throws when the two are different files.
 */
export async function findRepeated(
  ctx: AppContext,
  actor: Uploader,
  {
    projectId,
    clientUploadId,
  }: { projectId?: string | undefined; clientUploadId?: string | null | undefined },
  sha256: Buffer | undefined,
) {
  if (!projectId || !clientUploadId) return
  const earlier = await findEarlierUpload(ctx.db, actor, { projectId, clientUploadId }, createSigning(ctx))
  if (!earlier?.isStored) return
  if (sha256 && earlier.sha256 && !sha256.equals(earlier.sha256)) throw new UploadIdTaken()
  return earlier
}

const parseUpload = createPayloadParser<{ clientUploadId?: string }>(
  StrictObject({ clientUploadId: Type.Optional(files.ClientUploadId) }),
)

/** Throws when it is no text that can be stored. */
export const parseClientUploadId = (clientUploadId: unknown) => parseUpload({ clientUploadId }).clientUploadId

export function isId(text: string) {
  return UUID.test(text)
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function invalidUpload(field: string, message: string) {
  return withFields(new InvalidUpload(message), { [field]: message })
}

export function fileTooLarge(maxBytes: number) {
  return new FileTooLarge(formatBytes(maxBytes))
}

export function formatBytes(bytes: number) {
  const [unit, size] = UNITS.find(([, size]) => bytes >= size) ?? (['bytes', 1] as const)
  return `${Math.floor((bytes / size) * 10) / 10} ${unit}`
}
const UNITS = [
  ['GB', 1_024 ** 3],
  ['MB', 1_024 ** 2],
  ['KB', 1_024],
] as const
