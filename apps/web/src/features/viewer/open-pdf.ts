import { files } from '@portico/contract'
import {
  getDocument,
  PDFDataRangeTransport,
  type PDFDocumentProxy,
  PDFWorker,
  VerbosityLevel,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { ApiError, callBytes } from '../../app/api.ts'
import { findMissingCodeError } from '../../app/missing-code.ts'
import { DOWNLOAD_ALL } from './omissions.tsx'

const ASSETS = `/pdfjs/${version}/`
const WORKER_SCRIPT = `${ASSETS}legacy/build/pdf.worker.min.mjs`

/** Smaller documents are read at once. */
const WHOLE_BELOW_BYTES = 1_024 * 1_024
const CHUNK_BYTES = 256 * 1_024
/** Larger pictures within a page are left out: opening one takes four bytes a pixel. */
const MAX_IMAGE_PIXELS = 64_000_000
const ATTEMPTS = 3

export interface OpenPdf {
  document: PDFDocumentProxy
  /** What the pages do not show. */
  omission: string | undefined
  close: () => void
}

/**
 * Reads the parts of a document that its pages need. Its scripts never run, because the script engine of pdf.js is
 * not served.
 */
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
  const { worker, failure, stop } = startWorker()
  const task = getDocument({
    ...source,
    worker,
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
  const close = () => void task.destroy().then(stop, stop)
  signal.addEventListener('abort', close)
  const document = await Promise.race([task.promise, failure])
  return { document, omission: await findOmission(document), close }
}

/** A worker for each document, because pdf.js starts no worker of its own again after one has failed to load. */
function startWorker() {
  const port = new Worker(WORKER_SCRIPT, { type: 'module' })
  const worker = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS })
  const stop = () => {
    worker.destroy()
    port.terminate()
  }
  const failure = new Promise<never>((_, reject) => {
    port.addEventListener('error', (event) => {
      // An `ErrorEvent` comes from a script that has loaded; a plain event means that it could not be loaded.
      if (event instanceof ErrorEvent) return reject(new Error(event.message))
      findMissingCodeError().then(reject)
      stop()
    })
  })
  return { worker, failure, stop }
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

/** The page of a form made with XFA, or of a collection of files, may only ask for another program. */
async function findOmission(document: PDFDocumentProxy) {
  const metadata = await document.getMetadata().catch(() => undefined)
  const info = (metadata?.info ?? {}) as Record<string, unknown>
  if (info.IsXFAPresent === true && info.IsAcroFormPresent !== true)
    return `The viewer does not show the form in this PDF, only what stands in its place. ${DOWNLOAD_ALL}`
  if (info.IsCollectionPresent === true)
    return `The viewer does not show the files that this PDF contains. ${DOWNLOAD_ALL}`
  return undefined
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
