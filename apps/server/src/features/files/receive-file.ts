import { setTimeout as pause } from 'node:timers/promises'
import { cleanFileName } from '@portico/contract'
import type { AppContext } from '../../platform/context.ts'
import { invalidInput } from '../../platform/http/errors.ts'
import type { FormPart } from '../../platform/http/multipart-form.ts'
import { createIdFromPool } from '../../platform/sql/ids.ts'
import { fillDraft } from '../../platform/storage/fill-draft.ts'
import { contentTypeFor } from './content-types.ts'
import { fileKey } from './keys.ts'
import { AccountStorageFull, stopOnFullDisk } from './upload-limits.service.ts'
import { fileTooLarge } from './uploads.service.ts'

export interface ReceivedFile {
  id: string
  name: string
  contentType: string
  size: number
  sha256: Buffer
  commit(): Promise<void>
  discard(): Promise<void>
}

export const NO_FILE = 'Please select a file to upload.'

/** Writes the bytes of a file to a draft, which becomes a stored file with `commit`. */
export async function receiveFile(
  ctx: AppContext,
  { filename, type, bytes }: FormPart & { kind: 'file' },
  { storageLeft, countBytes }: { storageLeft: number; countBytes(size: number): void },
): Promise<ReceivedFile> {
  if (filename.includes('\0')) throw invalidInput('file', 'File has a name that cannot be stored.')
  const { storage, config } = ctx
  const name = cleanFileName(decodeFormFileName(filename))
  const id = createIdFromPool()
  const key = fileKey(id)
  const draft = await storage.createDraft(key)
  try {
    const limited =
      storageLeft < config.maxUploadBytes
        ? limitBytes(bytes, storageLeft, countBytes, () => new AccountStorageFull())
        : limitBytes(bytes, config.maxUploadBytes, countBytes, () => fileTooLarge(config.maxUploadBytes))
    const { size, sha256 } = await fillDraft(draft, stopOnFullDisk(ctx, storage.folder, limited))
    // Browsers send an empty file without a name when none was chosen.
    if (filename === '' && size === 0) throw invalidInput('file', NO_FILE)
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

async function* limitBytes(
  bytes: AsyncIterable<Buffer>,
  max: number,
  count: (size: number) => void,
  newError: () => Error,
) {
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > max) throw newError()
    count(chunk.length)
    yield chunk
  }
}

/** Browsers encode these three characters, and no others, in a file name (HTML, "multipart/form-data encoding algorithm"). */
function decodeFormFileName(filename: string) {
  return filename.replace(/%(22|0D|0A)/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}
