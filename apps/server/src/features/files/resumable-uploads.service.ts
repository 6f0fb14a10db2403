import type { Readable } from 'node:stream'
import { cleanFileName } from '@portico/contract'
import type { AppContext } from '../../platform/context.ts'
import { invalidInput, isRejection } from '../../platform/http/errors.ts'
import { problem } from '../../platform/http/problem.ts'
import { NoRoom, PartialUploadLost } from '../../platform/storage/errors.ts'
import type { PartialUpload } from '../../platform/storage/storage.ts'
import { LinkNotWorking, ProjectArchived, ProjectNotFound } from '../access/not-found.ts'
import { requireWritableProject } from '../projects/projects.service.ts'
import { requireAnswerableRequest } from './answerable-request.ts'
import { requireSectionOfProject } from './chosen-section.ts'
import { contentTypeFor } from './content-types.ts'
import { isWithBytes } from './file-state.ts'
import { createSigning, getHistoryId } from './files.service.ts'
import { removeUnneededBytes } from './installation.service.ts'
import { fileKey } from './keys.ts'
import {
  deletePartial,
  deleteReceiving,
  findIdleByLink,
  findUpload,
  insertReceiving,
  type Partial,
  type ResumableUpload,
} from './resumable-uploads.repository.ts'
import { FileEmpty, parseStaged } from './staged-files.service.ts'
import { createUploadLeases, UploadBusy, type UploadLease } from './upload-leases.ts'
import {
  AccountStorageFull,
  LinkBusy,
  requireAnnouncedSpace,
  requireFreeSpace,
  requireUploadPlace,
  stopOnFullDisk,
} from './upload-limits.service.ts'
import { type Uploader, uploaderTypeOf } from './uploader-type.ts'
import { findEarlierUpload } from './uploads.repository.ts'
import { isId, storeFile, UploadIdTaken } from './uploads.service.ts'

export const UploadNotFound = problem(
  'UPLOAD_NOT_FOUND',
  404,
  'This upload is not there any more. Please start again.',
  { when: 'A resumable upload has expired or was cancelled, its project is gone, or it is somebody else’s.' },
)

/** How long an upload can be resumed. */
export const UPLOAD_LIFETIME_MS = 24 * 60 * 60 * 1_000
/** A guest's upload that is idle for longer is deleted when its place is needed. */
const MAX_IDLE_MINUTES = 60

/**
 * Uploads that arrive over several requests, at one process after another. While `receiving`, their bytes are a partial upload in
 * the storage. Once all have arrived, they become a file there, and then the row becomes `stored`. The partial upload goes last, so
 * each step can be repeated. Whatever changes one needs its lease (upload-leases.ts).
 */
export function createResumableUploads(ctx: AppContext, store: typeof storeFile = storeFile) {
  const { db, storage, clock } = ctx
  const { partialUploads } = storage
  const leases = createUploadLeases(ctx)

  return { create, find, finishIfComplete, append, finish, cancel, leases }

  /** Returns the id of the upload: that of an earlier one if this is a repeat. */
  async function create(actor: Uploader, id: string, size: number, metadata: UploadMetadata) {
    const { projectId, clientUploadId } = metadata
    if (!projectId || !isId(projectId)) throw invalidInput('projectId', 'Project id is not valid.')
    const findEarlier = async () => {
      if (!clientUploadId) return
      const earlier = await findEarlierUpload(db, actor, { projectId, clientUploadId }, createSigning(ctx))
      if (earlier && earlier.size !== size) throw new UploadIdTaken()
      return earlier?.id
    }
    const earlierId = await findEarlier()
    if (earlierId) return earlierId
    try {
      await ctx.limits.uploads.run(actor, () => begin(actor, id, size, { ...metadata, projectId }))
      return id
    } catch (error) {
      // The same upload may have begun meanwhile.
      const otherId = isRejection(error as Error) ? await findEarlier() : undefined
      if (!otherId) throw error
      return otherId
    }
  }

  async function begin(
    actor: Uploader,
    id: string,
    size: number,
    {
      projectId,
      filename,
      filetype,
      versionOf,
      requestId,
      sectionId,
      guestName,
      clientUploadId,
      staged,
    }: UploadMetadata & { projectId: string },
  ) {
    if (versionOf && !isId(versionOf))
      throw invalidInput('versionOf', 'The id of the file to replace is not valid.')
    if (requestId && (actor.side !== 'client' || !isId(requestId)))
      throw invalidInput('requestId', 'The id of the request is not valid.')
    if (sectionId && (actor.side !== 'freelancer' || !isId(sectionId)))
      throw invalidInput('sectionId', 'The id of the section is not valid.')
    const isStaged = parseStaged(staged, { actor, requestId, versionOf })
    if (isStaged && size === 0) throw new FileEmpty()
    if (filename?.includes('\0')) throw invalidInput('filename', 'File has a name that cannot be stored.')
    await requireWritableProject(ctx, actor, projectId)
    const historyId = versionOf ? await getHistoryId(ctx, actor, { projectId, fileId: versionOf }) : null
    if (requestId) await requireAnswerableRequest(ctx, actor, { projectId, requestId })
    if (sectionId) await requireSectionOfProject(ctx, actor, { projectId, sectionId })
    await requireFreeSpace(ctx, storage.partialUploadFolder)
    const name = cleanFileName(filename ?? '')
    const contentType = contentTypeFor(name, filetype ?? '')
    await partialUploads.create(id)
    try {
      const uploaderType = uploaderTypeOf(actor)
      await insertRow(actor, {
        id,
        projectId,
        historyId,
        requestId: requestId || null,
        sectionId: sectionId || null,
        guestName: guestName ?? null,
        clientUploadId: clientUploadId ?? null,
        isStaged,
        uploaderType,
        name,
        contentType,
        size,
      })
      await requireAnnouncedSpace(ctx, storage.folder)
    } catch (error) {
      await remove({ id, size, state: null })
      throw error
    }
  }

  /** Guests cannot cancel uploads of an earlier visit, so idle uploads make room for others with the same link. */
  async function removeIdleUploads(linkId: string) {
    for (const idle of await findIdleByLink(db, linkId, { minutes: MAX_IDLE_MINUTES })) await remove(idle)
  }

  async function insertRow(actor: Uploader, upload: Omit<ResumableUpload, 'createdAt'>) {
    try {
      await insertRowIfPlace(actor, upload)
    } catch (error) {
      if (!(error instanceof LinkBusy && actor.linkId)) throw error
      await removeIdleUploads(actor.linkId)
      await insertRowIfPlace(actor, upload)
    }
  }

  function insertRowIfPlace(actor: Uploader, upload: Omit<ResumableUpload, 'createdAt'>) {
    const expiresAt = new Date(clock.now().getTime() + UPLOAD_LIFETIME_MS)
    return db.transaction().execute(async (trx) => {
      await requireUploadPlace(trx, ctx, actor, upload.size)
      if (await insertReceiving(trx, actor, upload, expiresAt)) return
      await requireWritableProject({ ...ctx, db: trx }, actor, upload.projectId)
      throw new ProjectNotFound()
    })
  }

  /** The upload and how many of its bytes have arrived. It ends when its project was archived meanwhile. */
  async function find(actor: Uploader, id: string): Promise<FoundUpload> {
    const upload = await findUpload(db, actor, id, uploaderTypeOf(actor))
    if (!upload) throw new UploadNotFound()
    if (upload.isArchived && upload.state === 'receiving') {
      await remove(toPartial(upload))
      throw new ProjectArchived()
    }
    const offset =
      upload.state === 'receiving' ? await partialUploads.getSize(toPartial(upload)) : upload.size
    if (offset !== undefined) return { ...upload, offset }
    // Another request, perhaps of another process, may have finished it since its row was read.
    const stored = await findStored(actor, id)
    if (stored) return { ...stored, offset: stored.size }
    throw await forgetLost(toPartial(upload))
  }

  /** A client does not call again once all bytes have arrived, so the file has to be stored before that response. */
  async function finishIfComplete(actor: Uploader, id: string) {
    const { state, offset, size } = await find(actor, id)
    if (state === 'receiving' && offset === size) await finish(actor, id)
  }

  /** Returns the new offset. */
  async function append(upload: FoundUpload, lease: UploadLease, bytes: Readable) {
    const partial = toPartial(upload)
    let sendersError: unknown
    const received = watchErrors(stopWithoutLease(bytes, lease), (error) => {
      sendersError = error
    })
    try {
      const offset = await partialUploads.append(
        partial,
        upload.offset,
        stopOnFullDisk(ctx, storage.folder, received),
        (state) => leases.saveState(lease, state),
      )
      lease.failed = false
      return offset
    } catch (error) {
      if (error instanceof PartialUploadLost) throw await forgetLost(partial)
      // What has arrived is stored, and an upload that its sender breaks off is none that we failed to receive.
      lease.failed = error !== sendersError && !(error instanceof UploadBusy)
      // A partial upload that filled the disk must not occupy it for a day. The database may have no room either.
      if (error instanceof NoRoom) await remove(partial).catch(() => {})
      throw error
    }
  }

  async function cancel(actor: Uploader, id: string) {
    const upload = await findUpload(db, actor, id, uploaderTypeOf(actor))
    if (upload?.state !== 'receiving') throw new UploadNotFound()
    await remove(toPartial(upload))
  }

  /** One that we have lost takes no place from its uploader, who begins again. */
  async function forgetLost(upload: Partial) {
    ctx.log.warn({ upload: upload.id }, 'what had arrived of an upload is gone: it begins again')
    await remove(upload)
    return new UploadNotFound()
  }

  async function remove(upload: Partial) {
    await partialUploads.remove(withKey(upload))
    await deleteReceiving(db, upload.id)
  }

  async function finish(actor: Uploader, id: string) {
    await leases.run(id, (lease) => finishOnce(actor, id, lease))
  }

  async function finishOnce(actor: Uploader, id: string, lease: UploadLease | undefined) {
    const upload = await findUpload(db, actor, id, uploaderTypeOf(actor))
    if (!upload) throw new UploadNotFound()
    if (upload.state !== 'receiving') return
    const partial = toPartial(upload)
    try {
      const sha256 = await partialUploads.complete(partial)
      await store(ctx, actor, { ...upload, sha256, clientUploadId: null })
    } catch (error) {
      const isStored = await findStored(actor, id).catch(() => undefined)
      if (!isStored) {
        if (error instanceof PartialUploadLost) throw await forgetLost(partial)
        if (lease) lease.failed = true
        // After any other error the client can try again.
        if (finalErrors.some((type) => error instanceof type)) {
          await partialUploads.remove(partial)
          if (await deleteReceiving(db, id)) await removeUnneededBytes(ctx, fileKey(id))
        }
        throw error
      }
    }
    await partialUploads.remove(partial)
    await deletePartial(db, id)
  }

  async function findStored(actor: Uploader, id: string) {
    const upload = await findUpload(db, actor, id, uploaderTypeOf(actor))
    return isWithBytes(upload?.state) ? upload : undefined
  }
}

export type FoundUpload = NonNullable<Awaited<ReturnType<typeof findUpload>>> & { offset: number }

function toPartial({ id, size, partialState }: Pick<FoundUpload, 'id' | 'size' | 'partialState'>) {
  return withKey({ id, size, state: partialState })
}

function withKey({ id, size, state }: Partial): PartialUpload {
  return { id, key: fileKey(id), size, state }
}

async function* stopWithoutLease(bytes: AsyncIterable<Buffer>, lease: UploadLease) {
  for await (const piece of bytes) {
    if (lease.isLost()) throw new UploadBusy()
    yield piece
  }
}

async function* watchErrors(bytes: AsyncIterable<Buffer>, onError: (error: unknown) => void) {
  try {
    yield* bytes
  } catch (error) {
    onError(error)
    throw error
  }
}

const finalErrors = [ProjectNotFound, ProjectArchived, AccountStorageFull, LinkNotWorking]

export interface UploadMetadata {
  projectId?: string | null
  filename?: string | null
  filetype?: string | null
  versionOf?: string | null
  requestId?: string | null
  sectionId?: string | null
  clientUploadId?: string | null
  staged?: string | null
  /** Never sent by the browser. */
  guestName?: string
}
