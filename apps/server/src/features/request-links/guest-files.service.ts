import type { AppContext } from '../../platform/context.ts'
import { isRejection } from '../../platform/http/errors.ts'
import type { FormPart } from '../../platform/http/multipart-form.ts'
import { withReservation } from '../files/form-reservations.ts'
import { FORM_OVERHEAD_BYTES } from '../files/form-uploads.service.ts'
import { discardSoon, NO_FILE, type ReceivedFile, receiveFile } from '../files/receive-file.ts'
import { AccountStorageFull, findStorageLeft } from '../files/upload-limits.service.ts'
import type { Uploader } from '../files/uploader-type.ts'
import { invalidUpload, storeFile } from '../files/uploads.service.ts'
import type { OpenLink } from './guest.repository.ts'
import { authorOf, requireName, uploaderOf } from './guest.service.ts'

interface Form {
  parts: AsyncIterable<FormPart>
  /** In bytes; infinite when the request does not announce it. */
  length: number
}

/**
 * Receives a form with `name` and one or more `file` parts, in any order. If one file cannot be stored, those before
 * it are kept.
 */
export async function giveFiles(ctx: AppContext, link: OpenLink, form: Form) {
  const uploader = uploaderOf(link)
  return withReservation(ctx, uploader, form.length, (countBytes) =>
    receiveForm(ctx, link, { ...form, uploader, countBytes }),
  )
}

async function receiveForm(
  ctx: AppContext,
  link: OpenLink,
  { parts, length, uploader, countBytes }: Form & { uploader: Uploader; countBytes(size: number): void },
) {
  let storageLeft = await findStorageLeft(ctx, uploader)
  if (Number.isFinite(length) && length - FORM_OVERHEAD_BYTES > storageLeft) throw new AccountStorageFull()
  let name: string | undefined
  const received: ReceivedFile[] = []
  const mayHaveRow = new Set<ReceivedFile>()
  try {
    for await (const part of parts) {
      if (part.name === 'file' && part.kind === 'file') {
        if (received.length === link.usesLeft) throw tooManyFiles(link)
        const file = await receiveFile(ctx, part, { storageLeft, countBytes })
        received.push(file)
        storageLeft -= file.size
        // A file that is not committed may hold megabytes in memory.
        await file.commit()
      } else if (part.name === 'name' && part.kind === 'field' && name === undefined) {
        name = requireName(part.value)
      } else {
        throw invalidUpload('file', 'Please send a name and files.')
      }
    }
    if (received.length === 0) throw invalidUpload('file', NO_FILE)
    const guest = requireName(name)
    const target = {
      projectId: link.projectId,
      requestId: link.requestId,
      historyId: null,
      guestName: authorOf(guest, link),
    }
    const fileNames: string[] = []
    for (const file of received) {
      mayHaveRow.add(file)
      try {
        await storeFile(ctx, uploader, { ...file, ...target })
      } catch (error) {
        if (isRejection(error as Error)) mayHaveRow.delete(file)
        throw error
      }
      fileNames.push(file.name)
    }
    return { name: guest, fileNames }
  } catch (error) {
    const unstored = received.filter((file) => !mayHaveRow.has(file))
    await Promise.all(unstored.map((file) => discardSoon(ctx, file.discard)))
    throw error
  }
}

const tooManyFiles = ({ usesLeft }: OpenLink) =>
  invalidUpload(
    'file',
    `You can send ${usesLeft === 1 ? '1 file' : `${usesLeft} files`} with this link. Put them together in one ZIP file, or remove some.`,
  )
