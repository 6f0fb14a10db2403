import type { PDFDocumentProxy } from 'pdfjs-dist'
import { drawPage, release } from './draw-page.ts'
import { WHOLE } from './stage-geometry.ts'

const WIDTH_PX = 160
const MAX_HEIGHT_PX = 4 * WIDTH_PX

export interface ThumbnailPainter {
  /** The URL of the thumbnail of a page. */
  paint: (number: number, signal: AbortSignal) => Promise<string>
  close: () => void
}

/** Paints one page after the other, so that 200 pages need no more memory than one. */
export function createThumbnailPainter(document: PDFDocumentProxy): ThumbnailPainter {
  const urls = new Map<number, string>()
  let isClosed = false

  return {
    async paint(number, signal) {
      const known = urls.get(number)
      if (known) return known
      const page = await document.getPage(number)
      const { width, height } = page.getViewport({ scale: 1 })
      const scale = WIDTH_PX / width
      const part = { ...WHOLE, height: Math.min(1, MAX_HEIGHT_PX / (height * scale)) }
      const url = await drawPage(page, { scale, part, priority: () => 'thumbnail' as const }, signal, toUrl)
      if (isClosed) URL.revokeObjectURL(url)
      else urls.set(number, url)
      return url
    },
    close() {
      isClosed = true
      for (const url of urls.values()) URL.revokeObjectURL(url)
      urls.clear()
    },
  }
}

async function toUrl(canvas: HTMLCanvasElement) {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  release(canvas)
  if (!blob) throw new Error('There is no picture of this page.')
  return URL.createObjectURL(blob)
}
