import type { PDFPageProxy } from 'pdfjs-dist'

let previous: Promise<unknown> = Promise.resolve()

/** Draws a page onto a canvas of its own. One after the other, so that there are few canvases at a time. */
export function drawPage(page: PDFPageProxy, scale: number, signal: AbortSignal): Promise<HTMLCanvasElement> {
  const drawn = previous.then(() => drawNow(page, scale, signal))
  previous = drawn.catch(() => {})
  return drawn
}

async function drawNow(page: PDFPageProxy, scale: number, signal: AbortSignal) {
  signal.throwIfAborted()
  const viewport = page.getViewport({ scale })
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(viewport.width))
  canvas.height = Math.max(1, Math.floor(viewport.height))
  const task = page.render({ canvas, viewport })
  const cancel = () => task.cancel()
  signal.addEventListener('abort', cancel)
  try {
    await task.promise
    return canvas
  } catch (error) {
    canvas.width = canvas.height = 0
    throw error
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
