import type { PDFPageProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { drawPage } from './draw-page.ts'
import { CSS_PIXELS_PER_POINT, canvasDensity, maxCanvasPixels } from './stage-geometry.ts'

/** While somebody zooms, the drawn page is stretched. */
const REDRAW_AFTER_MS = 150

/** Draws a page as sharp as the screen shows it at this scale. */
export function PageCanvas({ page, scale }: { page: PDFPageProxy; scale: number }) {
  const holder = useRef<HTMLDivElement>(null)
  const drawnScale = useSettled(scale)
  const text = usePageText(page)
  const [hasFailed, setFailed] = useState(false)

  useEffect(() => {
    const viewport = page.getViewport({ scale: CSS_PIXELS_PER_POINT * drawnScale })
    const isTouch = matchMedia('(pointer: coarse)').matches
    const density = canvasDensity(viewport, devicePixelRatio, maxCanvasPixels(isTouch))
    const stop = new AbortController()
    drawPage(page, CSS_PIXELS_PER_POINT * drawnScale * density, stop.signal).then(
      (canvas) => {
        release(holder.current)
        holder.current?.replaceChildren(canvas)
      },
      () => stop.signal.aborted || setFailed(true),
    )
    return () => stop.abort()
  }, [page, drawnScale])

  useEffect(() => {
    const element = holder.current
    return () => {
      release(element)
      page.cleanup()
    }
  }, [page])

  return (
    <>
      <div ref={holder} className="leaf__canvas" aria-hidden="true" />
      {hasFailed && (
        <p className="leaf__failure" role="alert">
          This page could not be drawn.
        </p>
      )}
      {text && <div className="vh">{text}</div>}
    </>
  )
}

/** Safari keeps the memory of a canvas for long, unless it is made small. */
function release(holder: HTMLElement | null) {
  for (const canvas of holder?.querySelectorAll('canvas') ?? []) canvas.width = canvas.height = 0
}

/** A value once it has not changed for a moment; the first at once. */
function useSettled(value: number) {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), REDRAW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** The words of a page, for screen readers: they cannot read a canvas. */
function usePageText(page: PDFPageProxy) {
  const [text, setText] = useState('')
  useEffect(() => {
    let isLeft = false
    page.getTextContent().then(
      ({ items }) => {
        const words = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
        if (!isLeft) setText(words.join(''))
      },
      () => {},
    )
    return () => {
      isLeft = true
    }
  }, [page])
  return text
}
