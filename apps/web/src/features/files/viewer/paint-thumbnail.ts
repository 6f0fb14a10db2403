import type { PDFDocumentProxy } from 'pdfjs-dist'

const WIDTH_PX = 160

export interface ThumbnailPainter {
  /** The address of a small picture of a page. */
  paint: (number: number, signal: AbortSignal) => Promise<string>
  close: () => void
}

/** Paints one page after the other on one canvas, so that 200 pages need no more memory than one. */
export function createThumbnailPainter(document: PDFDocumentProxy): ThumbnailPainter {
  const canvas = globalThis.document.createElement('canvas')
  const urls = new Map<number, string>()
  let previous: Promise<unknown> = Promise.resolve()
  let isClosed = false

  async function paintNow(number: number, signal: AbortSignal) {
    const known = urls.get(number)
    if (known) return known
    signal.throwIfAborted()
    const page = await document.getPage(number)
    const viewport = page.getViewport({ scale: WIDTH_PX / page.getViewport({ scale: 1 }).width })
    canvas.width = Math.floor(viewport.width)
    canvas.height = Math.min(Math.floor(viewport.height), 4 * WIDTH_PX)
    await page.render({ canvas, viewport }).promise
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
    if (!blob || isClosed) throw new Error('There is no picture of this page.')
    const url = URL.createObjectURL(blob)
    urls.set(number, url)
    return url
  }

  return {
    paint(number, signal) {
      const painted = previous.then(() => paintNow(number, signal))
      previous = painted.catch(() => {})
      return painted
    },
    close() {
      isClosed = true
      canvas.width = canvas.height = 0
      for (const url of urls.values()) URL.revokeObjectURL(url)
      urls.clear()
    },
  }
}
