import { files } from '@portico/contract'
import { PDFDataRangeTransport, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { ApiError, callBytes } from '../../app/api.ts'
import { loadPdf } from '../files/load-pdf.ts'
import { DOWNLOAD_ALL } from './omissions.tsx'

/** Smaller documents are read at once. */
const WHOLE_BELOW_BYTES = 1_024 * 1_024
const ATTEMPTS = 3

export interface OpenPdf {
  document: PDFDocumentProxy
  /** What the pages do not show. */
  omission: string | undefined
  close: () => void
}

/** Reads the parts of a document that its pages need. */
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
  const { loaded, close } = loadPdf(source)
  signal.addEventListener('abort', close)
  const document = await loaded
  return { document, omission: await findOmission(document), close }
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
