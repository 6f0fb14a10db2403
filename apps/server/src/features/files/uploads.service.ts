import { files, StrictObject } from '@portico/contract'
import * as Type from 'typebox'
import type { AppContext } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import { createPayloadParser } from '../../platform/http/validation.ts'
import type { Db } from '../../platform/sql/database.ts'
import type { LockedProject } from '../access/lock-project.ts'
import { ProjectNotFound } from '../access/not-found.ts'
import {
  closeOutdatedReviews,
  countWaitingNotes,
  markAnswered,
  remindOfUnsent,
} from '../events/consequences.ts'
import type { NewEvent } from '../events/record-events.ts'
import { writeProject } from '../events/write-project.ts'
import { canHaveThumbnail } from './content-types.ts'
import { createSigning } from './files.service.ts'
import { queueThumbnail } from './queue-thumbnail.ts'
import { FileEmpty } from './staged-files.service.ts'
import { requireAccountStorage } from './upload-limits.service.ts'
import { type Uploader, uploaderIdOf, uploaderTypeOf } from './uploader-type.ts'
import {
  countVersion,
  deleteUnableAnswer,
  findEarlierUpload,
  findRequest,
  findSectionId,
  type NewFile,
  outdateNewest,
  saveStoredFile,
} from './uploads.repository.ts'

export const UploadIdTaken = problem(
  'UPLOAD_ID_TAKEN',
  409,
  'Another file was sent under this clientUploadId.',
  {
    when: 'The id of the upload was used for another file of the same project. Nothing was stored; send it under a new id.',
  },
)
const FileTooLarge = problem<[string]>('FILE_TOO_LARGE', 413, 'A file can have at most %s.', {
  when: 'The file is larger than this Portico takes; `GET /api/files/limits` says how much that is.',
  sample: ['1 GB'],
})

export type StoredFile = Omit<NewFile, 'uploaderType' | 'uploaderId'>

/**
 * The last step of every upload, once the bytes are durable: writes the row and notifies both sides. `writeWith` writes what belongs to
 * the upload; when it throws, nothing is stored.
 */
export function storeFile(
  ctx: AppContext,
  actor: Uploader,
  file: StoredFile,
  writeWith?: (trx: Db) => Promise<void>,
) {
  const { id, projectId, contentType, size, historyId, isStaged } = file
  if (isStaged) return storeStaged(ctx, actor, file)
  return writeProject(
    ctx,
    actor,
    { project: projectId },
    'files.upload',
    async (project, trx) => {
      const now = ctx.clock.now()
      await writeWith?.(trx)
      const version = historyId === null ? undefined : await replaceNewest(trx, project, historyId)
      const requestId = file.requestId ?? version?.requestId
      const request = requestId ? await findRequest(trx, project, requestId) : undefined
      const chosen = file.sectionId && !version ? await findSectionId(trx, project, file.sectionId) : null
      const place = {
        ...(version ?? FIRST_VERSION),
        sectionId: version ? version.sectionId : chosen,
        requestId: request?.id ?? null,
        linkId: actor.linkId ?? null,
      }
      const stored = { ...file, uploaderType: uploaderTypeOf(actor), uploaderId: uploaderIdOf(actor) }
      const json = await saveStoredFile(trx, project, stored, place, createSigning(ctx))
      if (!json) throw new ProjectNotFound()
      if (canHaveThumbnail(contentType)) await queueThumbnail(ctx, trx, id, project.workspaceId)
      const answered = actor.side === 'client' && request?.state !== 'accepted' ? request : undefined
      if (answered) {
        await markAnswered(trx, answered, now)
        await deleteUnableAnswer(trx, answered)
      }
      if (version) {
        await closeOutdatedReviews(trx, project, now)
        await countWaitingNotes(trx, { id })
      }
      return { events: [uploadEvent(file, version?.version, answered)], read: async () => json }
    },
    { begin: (trx) => requireAccountStorage(trx, ctx, actor, size) },
  )
}

/** What was accepted or deleted meanwhile is staged all the same, so that the client decides what becomes of the file. */
function storeStaged(ctx: AppContext, actor: Uploader, file: StoredFile) {
  const { id, projectId, contentType, size } = file
  if (size === 0) throw new FileEmpty()
  return writeProject(
    ctx,
    actor,
    { project: projectId },
    'requests.stagedFilesChanged',
    async (project, trx) => {
      const request = file.requestId ? await findRequest(trx, project, file.requestId) : undefined
      const place = { ...FIRST_VERSION, requestId: request?.id ?? null, linkId: null }
      const stored = { ...file, uploaderType: uploaderTypeOf(actor), uploaderId: uploaderIdOf(actor) }
      const json = await saveStoredFile(trx, project, stored, place, createSigning(ctx))
      if (!json) throw new ProjectNotFound()
      if (canHaveThumbnail(contentType)) await queueThumbnail(ctx, trx, id, project.workspaceId)
      if (request) await remindOfUnsent(trx, request, ctx.clock.now())
      return { read: async () => json }
    },
    { begin: (trx) => requireAccountStorage(trx, ctx, actor, size) },
  )
}

const FIRST_VERSION = { versionOf: null, version: 1, versions: 1, sectionId: null }

/** Undefined when all versions were deleted during the upload. Then this is a file of its own, so that nothing is lost. */
async function replaceNewest(trx: Db, project: LockedProject, historyId: string) {
  const previous = await outdateNewest(trx, project, historyId)
  if (!previous) return
  const { versions, requestId, sectionId } = previous
  const version = await countVersion(trx, project, historyId)
  return { versionOf: historyId, version, versions: versions + 1, requestId, sectionId }
}

/** An answer, else a version, else a file. */
function uploadEvent(
  { id: fileId, name: fileName, guestName }: StoredFile,
  version: number | undefined,
  answered: { id: string; title: string } | undefined,
): NewEvent {
  const guest = guestName !== null && { guest: guestName }
  const subject = { fileId, fileName }
  if (answered) {
    const { id: requestId, title } = answered
    return { kind: 'request_answered', subject: { requestId, title, ...subject }, ...guest }
  }
  if (version !== undefined) return { kind: 'version_uploaded', subject: { ...subject, version }, ...guest }
  return { kind: 'file_uploaded', subject, ...guest }
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
