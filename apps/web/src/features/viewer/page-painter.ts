import type { PDFPageProxy } from 'pdfjs-dist'
import { drawPage, release } from './draw-page.ts'
import { createBackdrop } from './page-backdrop.ts'
import {
  CSS_PIXELS_PER_POINT,
  canvasDensity,
  contains,
  maxCanvasPixels,
  type Part,
  partAround,
  partInView,
  WHOLE,
} from './stage-geometry.ts'

export type PagePainter = ReturnType<typeof createPagePainter>

/**
 * Draws a page into an element of its size. The size of a canvas is limited. If the whole page does not fit at the
 * density of the screen, it is drawn less sharply as a backdrop, and the visible part is drawn sharply in front of
 * it.
 */
export function createPagePainter(page: PDFPageProxy, holder: HTMLElement) {
  const maxPixels = maxCanvasPixels(matchMedia('(pointer: coarse)').matches)
  let shown: { canvas: HTMLCanvasElement; scale: number; part: Part } | undefined
  const backdrop = createBackdrop(holder)
  let isRevealed = false
  let reveal = () => {}
  const revealed = new Promise<void>((resolve) => {
    reveal = resolve
  })
  const priority = () => (isRevealed ? 'in view' : 'ahead')

  async function paint(scale: number, signal: AbortSignal) {
    const size = page.getViewport({ scale: CSS_PIXELS_PER_POINT * scale })
    const density = canvasDensity(size, devicePixelRatio, maxPixels)
    const isSharp = density === devicePixelRatio
    const hasWhole = shown?.part === WHOLE && (shown.scale === scale || !isSharp)
    if (!hasWhole && (isSharp || !backdrop.isShown())) await draw(WHOLE, scale, density)
    if (isSharp) return

    await revealed
    signal.throwIfAborted()
    const visible = partInView(holder, holder.closest('.stage__page'))
    if (!visible || (shown?.scale === scale && shown.part !== WHOLE && contains(shown.part, visible))) return
    if (shown?.part === WHOLE) await backdrop.show(shown.canvas, signal)
    const visibleSize = { width: size.width * visible.width, height: size.height * visible.height }
    const partDensity = canvasDensity(visibleSize, devicePixelRatio, maxPixels)
    const part = partAround(visible, maxPixels / (visibleSize.width * visibleSize.height * partDensity ** 2))
    await draw(part, scale, partDensity)

    async function draw(part: Part, scale: number, density: number) {
      const pixels = CSS_PIXELS_PER_POINT * scale * density
      await drawPage(page, { scale: pixels, part, priority }, signal, (canvas) => show(canvas, scale, part))
    }
  }

  function show(canvas: HTMLCanvasElement, scale: number, part: Part) {
    for (const side of ['left', 'top', 'width', 'height'] as const)
      canvas.style[side] = `${part[side] * 100}%`
    const before = shown?.canvas
    if (before) before.replaceWith(canvas)
    else holder.append(canvas)
    release(before)
    shown = { canvas, scale, part }
    if (part === WHOLE) backdrop.remove()
  }

  return {
    paint,
    /** Call it when the page is visible. Before that it is drawn after other pages, and only as a whole. */
    reveal() {
      isRevealed = true
      reveal()
    },
    close() {
      release(shown?.canvas)
      shown?.canvas.remove()
      shown = undefined
      backdrop.remove()
    },
  }
}
