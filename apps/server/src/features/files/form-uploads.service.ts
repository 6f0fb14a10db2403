import type { Actor } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { invalidInput, isRejection } from '../../platform/http/errors.ts'
import type { FormPart } from '../../platform/http/multipart-form.ts'
import { SMALL_FORM_BYTES, withReservation } from './form-reservations.ts'
import { createFormTarget } from './form-target.ts'
import { discardSoon, NO_FILE, type ReceivedFile, receiveFile } from './receive-file.ts'
import { AccountStorageFull, findStorageLeft } from './upload-limits.service.ts'
import type { Uploader } from './uploader-type.ts'
import { storeFile } from './uploads.service.ts'

/** How many bytes a form may have beside the file. */
export const FORM_OVERHEAD_BYTES = 64 * 1_024

interface Form {
  parts: AsyncIterable<FormPart>
  /** In bytes; infinite when the request does not announce it. */
  length: number
}

/**
 * Receives a form with `file`, `projectId` and perhaps `versionOf`, `clientUploadId`, a freelancer's `sectionId` and a client's
 * `requestId`, in any order. Stores first the bytes of the file, then its row. A failed upload leaves nothing behind; a repeat gets the answer
 * of the attempt that was stored, also where that has taken the last room.
 */
export async function uploadForm(
  ctx: AppContext,
  actor: Actor,
  form: Form,
  requireSession: () => Promise<void>,
) {
  return withReservation(ctx, actor, form.length, (countBytes) =>
    receiveForm(ctx, actor, { ...form, countBytes }, requireSession),
  )
}

async function receiveForm(
  ctx: AppContext,
  actor: Actor,
  { parts, length, countBytes }: Form & { countBytes(size: number): void },
  requireSession: () => Promise<void>,
) {
  const target = createFormTarget(ctx, actor)
  let file: ReceivedFile | undefined
  let isStoring = false
  try {
    for await (const part of parts) {
      if (part.name === 'file') {
        if (part.kind !== 'file') throw invalidInput('file', NO_FILE)
        if (file) throw invalidInput('file', 'Please send one file at a time.')
        const storageLeft = await requireAccountRoom(ctx, actor, length)
        file = await receiveFile(ctx, part, { storageLeft, countBytes })
      } else {
        target.add(part)
        // Not for small forms, which it would cost a query. Fails early, so that nobody sends a gigabyte in vain. The statement that writes the row decides.
        if (!file && (length > SMALL_FORM_BYTES || target.namesSection())) await target.check()
      }
    }
    if (!file) throw invalidInput('file', NO_FILE)

    await requireSession()
    const found = await target.find()
    await file.commit()
    isStoring = true
    return await storeFile(ctx, actor, { ...file, ...found, guestName: null })
  } catch (error) {
    // After a lost connection to the database the row may exist, so the bytes stay. Without a row, the clean-up moves them.
    const mayHaveRow = isStoring && !isRejection(error as Error)
    if (file && !mayHaveRow) await discardSoon(ctx, file.discard)
    const repeated = isRejection(error as Error) ? await target.findRepeated(file?.sha256) : undefined
    if (!repeated) throw error
    await requireSession()
    return repeated.json
  }
}

/** Returns how many bytes the account may still store. Throws where it has no room for a form of this length. */
export async function requireAccountRoom(ctx: AppContext, actor: Uploader, length: number) {
  const storageLeft = await findStorageLeft(ctx, actor)
  if (Number.isFinite(length) && length - FORM_OVERHEAD_BYTES > storageLeft) throw new AccountStorageFull()
  return storageLeft
}
