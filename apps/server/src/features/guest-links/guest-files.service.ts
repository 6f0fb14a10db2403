import { plural } from '@portico/contract'
import type { AppContext } from '../../platform/context.ts'
import { invalidInput, isRejection } from '../../platform/http/errors.ts'
import type { FormPart } from '../../platform/http/multipart-form.ts'
import { withReservation } from '../files/form-reservations.ts'
import { requireAccountRoom } from '../files/form-uploads.service.ts'
import { discardSoon, NO_FILE, type ReceivedFile, receiveFile } from '../files/receive-file.ts'
import type { Uploader } from '../files/uploader-type.ts'
import { findRepeated, parseClientUploadId, storeFile } from '../files/uploads.service.ts'
import type { OpenLink } from './guest.repository.ts'
import { authorOf, recordUse, requireName, uploaderOf } from './guest.service.ts'
import { hideFromGuest } from './hide-from-guest.ts'

interface Form {
  parts: AsyncIterable<FormPart>
  /** In bytes; infinite when the request does not announce it. */
  length: number
}

/**
 * Receives a form with `name` and one or more `file` parts, in any order. If one file cannot be stored, those before
 * it are kept. A form with one file may have a `clientUploadId`.
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
  let storageLeft: number | undefined
  let name: string | undefined
  let clientUploadId: string | null = null
  const received: ReceivedFile[] = []
  const mayHaveRow = new Set<ReceivedFile>()
  try {
    for await (const part of parts) {
      if (part.name === 'file' && part.kind === 'file') {
        if (received.length === link.usesLeft) throw tooManyFiles(link)
        storageLeft ??= await requireAccountRoom(ctx, uploader, length)
        const file = await receiveFile(ctx, part, { storageLeft, countBytes })
        received.push(file)
        storageLeft -= file.size
        // A file that is not committed may hold megabytes in memory.
        await file.commit()
      } else if (part.name === 'name' && part.kind === 'field' && name === undefined) {
        name = requireName(part.value)
      } else if (part.name === 'clientUploadId' && part.kind === 'field' && clientUploadId === null) {
        clientUploadId = guestUploadId(link, parseClientUploadId(part.value))
      } else {
        throw invalidInput('file', 'Please send a name and files.')
      }
    }
    if (received.length === 0) throw invalidInput('file', NO_FILE)
    if (clientUploadId !== null && received.length > 1)
      throw invalidInput('clientUploadId', 'Please send one file with this id.')
    const guest = requireName(name)
    const target = {
      projectId: link.projectId,
      requestId: link.requestId,
      historyId: null,
      guestName: authorOf(guest, link),
      clientUploadId,
      sectionId: null,
      isStaged: false,
    }
    const fileNames: string[] = []
    for (const file of received) {
      mayHaveRow.add(file)
      try {
        await storeGuestFile(ctx, uploader, { ...file, ...target })
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
    if (name === undefined || !isRejection(error as Error)) throw error
    const repeat = { projectId: link.projectId, clientUploadId }
    const repeated = await findRepeated(ctx, uploader, repeat, received[0]?.sha256)
    if (!repeated) throw error
    return { name, fileNames: [repeated.fileName] }
  }
}

/** Counts the use of the link. The project may have been archived or deleted since the link was checked. */
export const storeGuestFile: typeof storeFile = (ctx, uploader, file) => {
  const { linkId } = uploader
  return hideFromGuest(() =>
    storeFile(ctx, uploader, file, async (trx) => {
      if (linkId) await recordUse(trx, linkId, ctx.clock.now())
    }),
  )
}

/** Guests choose their ids without knowing of each other, so each link has ids of its own. */
export const guestUploadId = (link: OpenLink, ownId: string | undefined) =>
  ownId === undefined ? null : `${link.id} ${ownId}`

const tooManyFiles = ({ usesLeft }: OpenLink) =>
  invalidInput(
    'file',
    `You can send ${plural(usesLeft, 'file')} with this link. Put them together in one ZIP file, or remove some.`,
  )
