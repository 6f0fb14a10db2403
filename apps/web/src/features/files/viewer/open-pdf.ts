import { files } from '@portico/contract'
import {
  GlobalWorkerOptions,
  getDocument,
  PDFDataRangeTransport,
  type PDFDocumentProxy,
  VerbosityLevel,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { ApiError, callBytes } from '../../../app/api.ts'

const ASSETS = `/pdfjs/${version}/`
GlobalWorkerOptions.workerSrc = `${ASSETS}legacy/build/pdf.worker.min.mjs`

/** Smaller documents are read at once. */
const WHOLE_BELOW_BYTES = 1_024 * 1_024
const CHUNK_BYTES = 256 * 1_024
/** Larger pictures within a page are left out: opening one takes four bytes a pixel. */
const MAX_IMAGE_PIXELS = 64_000_000
const ATTEMPTS = 3

export interface OpenPdf {
  document: PDFDocumentProxy
  close: () => void
}

/** Reads a document in parts, as its pages need them. Its scripts never run: what would run them is not served. */
export async function openPdf(
  { id, size }: { id: string; size: number },
  signal: AbortSignal,
  onReadFailed: (error: ApiError) => void,
): Promise<OpenPdf> {
  const read = (start: number, end: number) =>
    callBytes(files.read, { params: { id } }, { signal, range: { start, end } })

  const source =
    size < WHOLE_BELOW_BYTES
      ? { data: await read(0, size - 1) }
      : { range: new Parts(size, read, onReadFailed) }
  const task = getDocument({
    ...source,
    rangeChunkSize: CHUNK_BYTES,
    disableAutoFetch: true,
    disableStream: true,
    wasmUrl: `${ASSETS}wasm/`,
    cMapUrl: `${ASSETS}cmaps/`,
    standardFontDataUrl: `${ASSETS}standard_fonts/`,
    iccUrl: `${ASSETS}iccs/`,
    maxImageSize: MAX_IMAGE_PIXELS,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  })
  const close = () => void task.destroy().catch(() => {})
  signal.addEventListener('abort', close)
  return { document: await task.promise, close }
}

class Parts extends PDFDataRangeTransport {
  private readonly read: (start: number, end: number) => Promise<ArrayBuffer>
  private readonly onFailed: (error: ApiError) => void

  constructor(length: number, read: Parts['read'], onFailed: Parts['onFailed']) {
    super(length, null)
    this.read = read
    this.onFailed = onFailed
  }

  override async requestDataRange(begin: number, end: number) {
    for (let attempt = 1; ; attempt++) {
      try {
        return this.onDataRange(begin, new Uint8Array(await this.read(begin, end - 1)))
      } catch (error) {
        if (!(error instanceof ApiError)) return
        if (attempt === ATTEMPTS || [401, 404, 410].includes(error.status)) return this.onFailed(error)
      }
    }
  }
}

/** Why a document cannot be shown, as a sentence. */
export function pdfFailure(error: unknown) {
  const name = error instanceof Error ? error.name : ''
  if (name === 'PasswordException')
    return {
      title: 'This PDF is protected by a password.',
      text: 'Download it and open it with a program that asks for the password.',
    }
  return {
    title: 'This PDF could not be opened.',
    text: 'It may be broken, or it is no PDF at all. Another program may still be able to read it.',
  }
}
