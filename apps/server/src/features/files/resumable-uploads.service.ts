import type { Readable } from 'node:stream'
import createError from '@fastify/error'
import type { files } from '@portico/contract'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Json } from '../../platform/sql/json.ts'
import { NoRoom } from '../../platform/storage/errors.ts'
import { createPartialUploadStore, hashStream } from '../../platform/storage/partial-uploads.ts'
import { ProjectNotFound } from '../projects/projects.service.ts'
import { contentTypeFor } from './content-types.ts'
import { cleanFileName } from './file-names.ts'
import { findParties } from './files.repository.ts'
import { uploaderTypeOf } from './files.service.ts'
import { fileKey } from './keys.ts'
import { AccountStorageFull, requireFreeSpace, requireUploadPlace } from './upload-limits.service.ts'
import { deleteUnfinished, findUpload, insertUnfinished, type Unfinished } from './uploads.repository.ts'
import { invalidUpload, isProjectId, storeFile } from './uploads.service.ts'

export const UploadNotFound = createError(
  'UPLOAD_NOT_FOUND',
  'This upload is not there any more. Please start again.',
  404,
)

/** Nobody goes on with an upload after this. */
export const LIFETIME = 24 * 60 * 60 * 1_000

/** Uploads that come in pieces: on this machine until they are whole, then moved to storage and made a file, as any other. */
export function createResumable(ctx: AppContext) {
  const { db, storage, clock } = ctx
  const partialUploads = createPartialUploadStore(storage.partialUploadFolder)
  /** A sender who did not hear that it was done may say the last word twice. */
  const finishing = new Map<string, Promise<Json<files.File> | null>>()

  return {
    append,
    find,
    finish,

    /** Whoever hears that all of it is here goes away content. So what is whole and not a file yet becomes one first. */
    async settle(actor: Actor, id: string) {
      const { done, offset, size } = await find(actor, id)
      if (!done && offset === size) await finish(actor, id)
    },

    async begin(actor: Actor, id: string, size: number, { projectId, filename, filetype }: Metadata) {
      if (!projectId || !isProjectId(projectId)) throw invalidUpload('projectId', 'Project id is not valid.')
      if (filename?.includes('\0')) throw invalidUpload('filename', 'File has a name that cannot be stored.')
      if (!(await findParties(db, actor, projectId))) throw new ProjectNotFound()
      await requireFreeSpace(ctx, storage.partialUploadFolder)
      const name = cleanFileName(filename ?? '')
      const contentType = contentTypeFor(name, filetype ?? '')
      const upload = { id, projectId, uploaderType: uploaderTypeOf(actor), name, contentType, size }
      await partialUploads.create(id)
      try {
        await enterUnfinished(actor, upload)
      } catch (error) {
        await partialUploads.remove(id)
        throw error
      }
    },

    async cancel(actor: Actor, id: string) {
      const upload = await findUpload(db, actor, id, uploaderTypeOf(actor))
      if (!upload || upload.done) throw new UploadNotFound()
      await letGo(id)
    },
  }

  function enterUnfinished(actor: Actor, upload: Omit<Unfinished, 'createdAt'>) {
    const expiresAt = new Date(clock.now().getTime() + LIFETIME)
    return db.transaction().execute(async (trx) => {
      await requireUploadPlace(trx, ctx, actor, upload.size)
      if (!(await insertUnfinished(trx, actor, upload, expiresAt))) throw new ProjectNotFound()
    })
  }

  /** What filled the disk does not lie on it for a day: its sender begins anew when there is room. */
  async function append(id: string, offset: number, bytes: Readable) {
    // It is whole and was moved away; whoever did not hear so has nothing to add.
    if ((await partialUploads.getSize(id)) === undefined) return offset
    try {
      return await partialUploads.append(id, offset, bytes)
    } catch (error) {
      // The database may have no room either; the sender hears of the disk, and the row runs out.
      if (error instanceof NoRoom) await letGo(id).catch(() => {})
      throw error
    }
  }

  async function letGo(id: string) {
    await partialUploads.remove(id)
    await deleteUnfinished(db, id)
  }

  /** Where it is at. A project that is gone, or not theirs any more, takes its uploads with it. */
  async function find(actor: Actor, id: string): Promise<Unfinished & { done: boolean; offset: number }> {
    const upload = await findUpload(db, actor, id, uploaderTypeOf(actor))
    if (!upload) throw new UploadNotFound()
    const offset = upload.done
      ? upload.size
      : ((await partialUploads.getSize(id)) ?? (await storage.getSize(fileKey(id))))
    if (offset === undefined) throw new UploadNotFound()
    return { ...upload, offset }
  }

  /** All of it is here. Null: it was done before. */
  async function finish(actor: Actor, id: string) {
    const begun = finishing.get(id)
    if (begun) return begun
    const done = makeFile(actor, id).finally(() => finishing.delete(id))
    finishing.set(id, done)
    return done
  }

  async function makeFile(actor: Actor, id: string) {
    const upload = await findUpload(db, actor, id, uploaderTypeOf(actor))
    if (!upload) throw new UploadNotFound()
    if (upload.done) return null
    const sha256 = await moveToStorage(id)
    const made = await storeFile(ctx, actor, { ...upload, sha256 }).catch(async (error) => {
      // The project has just gone, or other files took the place; anything else may go better the next time.
      if (error instanceof ProjectNotFound || error instanceof AccountStorageFull) {
        await storage.remove(fileKey(id))
        await deleteUnfinished(db, id)
      }
      throw error
    })
    await deleteUnfinished(db, id)
    return made
  }

  async function moveToStorage(id: string) {
    if ((await partialUploads.getSize(id)) === undefined) {
      // It was moved before, but its row could not be written then.
      const stored = await storage.read(fileKey(id))
      if (!stored) throw new UploadNotFound()
      return hashStream(stored)
    }
    const sha256 = await partialUploads.computeSha256(id)
    await storage.adopt(fileKey(id), partialUploads.pathOf(id))
    await partialUploads.remove(id)
    return sha256
  }
}

export interface Metadata {
  projectId?: string | null
  filename?: string | null
  filetype?: string | null
}
