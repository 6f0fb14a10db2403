import type { PDFPageProxy } from 'pdfjs-dist'
import { type Part, WHOLE } from './stage-geometry.ts'

/** The visible page comes first, then thumbnails, then the next page. */
export type Priority = 'in view' | 'thumbnail' | 'ahead'
const ORDER: Priority[] = ['in view', 'thumbnail', 'ahead']

interface Job {
  priority: () => Priority
  run: () => Promise<void>
}
const waiting: Job[] = []
let isDrawing = false

/** Draws one page at a time, so that only one canvas is in use. `use` copies the result. */
export function drawPage<Result>(
  page: PDFPageProxy,
  { scale, part = WHOLE, priority }: { scale: number; part?: Part; priority: () => Priority },
  signal: AbortSignal,
  use: (canvas: HTMLCanvasElement) => Result | Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const run = () => drawNow(page, scale, part, signal).then(use).then(resolve, reject)
    waiting.push({ priority, run })
    drawWaiting()
  })
}

async function drawWaiting() {
  if (isDrawing) return
  isDrawing = true
  while (waiting.length > 0) {
    const priorities = waiting.map(({ priority }) => priority())
    const first = ORDER.find((priority) => priorities.includes(priority)) ?? 'ahead'
    const [job] = waiting.splice(priorities.indexOf(first), 1)
    await job?.run()
  }
  isDrawing = false
}

async function drawNow(page: PDFPageProxy, scale: number, part: Part, signal: AbortSignal) {
  signal.throwIfAborted()
  const viewport = page.getViewport({ scale })
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(viewport.width * part.width))
  canvas.height = Math.max(1, Math.floor(viewport.height * part.height))
  const transform = [1, 0, 0, 1, -viewport.width * part.left, -viewport.height * part.top]
  const task = page.render({ canvas, viewport, transform })
  const cancel = () => task.cancel()
  signal.addEventListener('abort', cancel)
  try {
    await task.promise
    signal.throwIfAborted()
    return canvas
  } catch (error) {
    release(canvas)
    throw error
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Safari frees the memory of a canvas late, unless its size is set to 0. */
export function release(canvas: HTMLCanvasElement | undefined) {
  if (canvas) canvas.width = canvas.height = 0
}
