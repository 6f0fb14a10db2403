import { setTimeout as pause } from 'node:timers/promises'
import { cleanFileName } from '@portico/contract'
import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { isRejection } from '../../platform/http/errors.ts'
import type { FormPart } from '../../platform/http/multipart-form.ts'
import { createIdFromPool } from '../../platform/sql/ids.ts'
import { fillDraft } from '../../platform/storage/fill-draft.ts'
import { requireWritableProject } from '../projects/projects.service.ts'
import { requireAnswerableRequest } from '../requests/answers.service.ts'
import { contentTypeFor } from './content-types.ts'
import { getHistoryId } from './files.service.ts'
import { fileKey } from './keys.ts'
import { AccountStorageFull, findStorageLeft, requireFreeSpace } from './upload-limits.service.ts'
import { fileTooLarge, invalidUpload, isId, storeFile } from './uploads.service.ts'

/** How many bytes a form may have beside the file. */
export const FORM_OVERHEAD_BYTES = 64 * 1_024
/** Smaller forms are received without an early check of the project, which would cost them a query. */
const SMALL_FORM_BYTES = 64 * 1_024

interface Form {
  parts: AsyncIterable<FormPart>
  /** In bytes; infinite when the request does not announce it. */
  length: number
}

/**
 * Receives a form with `file`, `projectId` and perhaps `versionOf` and a client's `requestId`, in any order. Stores first the
 * bytes of the file, then its row. A failed upload leaves nothing behind.
 */
export async function uploadForm(
  ctx: AppContext,
  actor: Actor,
  { parts, length }: Form,
  requireSession: () => Promise<void>,
) {
  let file: ReceivedFile | undefined
  const ids: Partial<Record<IdField, string>> = {}
  let checkedIds: typeof ids = {}
  let historyId: string | null = null
  let isStoring = false
  await requireFreeSpace(ctx, ctx.storage.folder)
  const storageLeft = await findStorageLeft(ctx, actor)
  if (Number.isFinite(length) && length - FORM_OVERHEAD_BYTES > storageLeft) throw new AccountStorageFull()
  try {
    for await (const part of parts) {
      if (part.name === 'file') {
        if (part.kind !== 'file') throw invalidUpload('file', NO_FILE)
        if (file) throw invalidUpload('file', 'Please send one file at a time.')
        file = await receiveFile(ctx, part, storageLeft)
        // Browsers send an empty file without a name when none was chosen.
        if (part.filename === '' && file.size === 0) throw invalidUpload('file', NO_FILE)
      } else {
        if (!isIdField(part.name, actor) || part.kind !== 'field') throw unknownField(part.name)
        if (ids[part.name] !== undefined)
          throw invalidUpload(part.name, `${ID_FIELDS[part.name]} can be sent only once.`)
        if (!isId(part.value)) throw invalidUpload(part.name, `${ID_FIELDS[part.name]} is not valid.`)
        ids[part.name] = part.value
        // Fails early, so that nobody sends a gigabyte in vain. The statement that writes the row decides.
        if (!file && length > SMALL_FORM_BYTES) {
          historyId = await requireTarget(ctx, actor, ids)
          checkedIds = { ...ids }
        }
      }
    }
    if (!file) throw invalidUpload('file', NO_FILE)
    const { projectId, versionOf, requestId } = ids
    if (projectId === undefined) throw invalidUpload('projectId', `${ID_FIELDS.projectId} is required.`)

    await requireSession()
    if (versionOf) historyId ??= await getHistoryId(ctx, actor, { projectId, fileId: versionOf })
    // The request was open when the upload began. It may be accepted or deleted by now, but the file is stored all
    // the same.
    if (requestId && checkedIds.requestId === undefined)
      await requireAnswerableRequest(ctx, actor, { projectId, requestId })
    await file.commit()
    isStoring = true
    return await storeFile(ctx, actor, {
      ...file,
      projectId,
      historyId,
      requestId: requestId ?? null,
      guestName: null,
    })
  } catch (error) {
    // After a lost connection to the database the row may exist, so the bytes stay. Without a row, the clean-up moves them.
    const mayHaveRow = isStoring && !isRejection(error as Error)
    if (file && !mayHaveRow) await discardSoon(ctx, file.discard)
    throw error
  }
}

export const NO_FILE = 'Please select a file to upload.'
const ID_FIELDS = {
  projectId: 'Project id',
  versionOf: 'The id of the file to replace',
  requestId: 'The id of the request',
}
type IdField = keyof typeof ID_FIELDS
/** Only a client answers requests. */
const isIdField = (name: string, { role }: Actor): name is IdField =>
  Object.hasOwn(ID_FIELDS, name) && (name !== 'requestId' || role === 'client')

async function requireTarget(
  ctx: AppContext,
  actor: Actor,
  { projectId, versionOf, requestId }: Partial<Record<IdField, string>>,
) {
  if (projectId === undefined) return null
  await requireWritableProject(ctx, actor, projectId)
  if (requestId !== undefined) await requireAnswerableRequest(ctx, actor, { projectId, requestId })
  return versionOf === undefined ? null : getHistoryId(ctx, actor, { projectId, fileId: versionOf })
}

export interface ReceivedFile {
  id: string
  name: string
  contentType: string
  size: number
  sha256: Buffer
  commit(): Promise<void>
  discard(): Promise<void>
}

/** Writes the bytes of a file to a draft, which becomes a stored file with `commit`. */
export async function receiveFile(
  ctx: AppContext,
  { filename, type, bytes }: FormPart & { kind: 'file' },
  storageLeft: number,
): Promise<ReceivedFile> {
  if (filename.includes('\0')) throw invalidUpload('file', 'File has a name that cannot be stored.')
  const { storage, config } = ctx
  const name = cleanFileName(decodeFormFileName(filename))
  const id = createIdFromPool()
  const key = fileKey(id)
  const draft = await storage.createDraft(key)
  try {
    const limited =
      storageLeft < config.maxUploadBytes
        ? limitBytes(bytes, storageLeft, () => new AccountStorageFull())
        : limitBytes(bytes, config.maxUploadBytes, () => fileTooLarge(config.maxUploadBytes))
    const { size, sha256 } = await fillDraft(draft, limited)
    return {
      ...{ id, name, contentType: contentTypeFor(name, type), size, sha256 },
      commit: draft.commit,
      async discard() {
        await draft.discard()
        await storage.remove(key)
      },
    }
  } catch (error) {
    await discardSoon(ctx, draft.discard)
    throw error
  }
}

/** Does not delay the response for long: a storage that does not answer does not delete either. */
export async function discardSoon({ log }: AppContext, discard: () => Promise<void>) {
  const discarded = discard().catch((err) => log.warn({ err }, 'bytes of a failed upload were not deleted'))
  await Promise.race([discarded, pause(DISCARD_TIMEOUT_MS, undefined, { ref: false })])
}
const DISCARD_TIMEOUT_MS = 2_000

async function* limitBytes(bytes: AsyncIterable<Buffer>, max: number, newError: () => Error) {
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > max) throw newError()
    yield chunk
  }
}

/** Browsers encode these three characters, and no others, in a file name (HTML, "multipart/form-data encoding algorithm"). */
function decodeFormFileName(filename: string) {
  return filename.replace(/%(22|0D|0A)/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}

function unknownField(name: string) {
  const short = name.slice(0, 60)
  return invalidUpload(short, `${short} is not a known field.`)
}
