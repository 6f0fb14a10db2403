import {
  getDocument,
  type PDFDataRangeTransport,
  PDFWorker,
  VerbosityLevel,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { findMissingCodeError } from '../../app/missing-code.ts'

const ASSETS = `/pdfjs/${version}/`
const WORKER_SCRIPT = `${ASSETS}legacy/build/pdf.worker.min.mjs`

const CHUNK_BYTES = 256 * 1_024
/** Larger pictures within a page are left out: opening one takes four bytes a pixel. */
const MAX_IMAGE_PIXELS = 64_000_000

/** Loads a document, from its bytes or in parts. Its scripts never run, because the script engine of pdf.js is not served. */
export function loadPdf(source: { data: ArrayBuffer } | { range: PDFDataRangeTransport }) {
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
  return { loaded: Promise.race([task.promise, failure]), close }
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
