import type { PDFPageProxy } from 'pdfjs-dist'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { createPagePainter, type PagePainter } from './page-painter.ts'

/**
 * Delays drawing until zooming or scrolling stops. Meanwhile the drawn page is stretched, and other parts are less
 * sharp.
 */
const REDRAW_AFTER_MS = 150

interface Props {
  page: PDFPageProxy
  scale: number
  /** It is drawn, but not shown yet. */
  isAhead?: boolean
}

export function PageCanvas({ page, scale, isAhead = false }: Props) {
  const holder = useRef<HTMLDivElement>(null)
  const [painter, setPainter] = useState<PagePainter>()
  const drawnScale = useSettled(scale)
  const scrollCount = useScrollCount(holder)
  const text = usePageText(page)
  const [hasFailed, setFailed] = useState(false)

  useEffect(() => {
    if (!holder.current) return
    const created = createPagePainter(page, holder.current)
    setPainter(created)
    return () => {
      created.close()
      page.cleanup()
    }
  }, [page])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another part is in view after scrolling
  useEffect(() => {
    const stop = new AbortController()
    painter?.paint(drawnScale, stop.signal).then(
      () => setFailed(false),
      () => stop.signal.aborted || setFailed(true),
    )
    return () => stop.abort()
  }, [painter, drawnScale, scrollCount])
  useEffect(() => {
    if (!isAhead) painter?.reveal()
  }, [painter, isAhead])

  return (
    <div className="leaf__page" hidden={isAhead}>
      <div ref={holder} className="leaf__canvas" aria-hidden="true" />
      {hasFailed && (
        <p className="leaf__failure" role="alert">
          This page could not be drawn.
        </p>
      )}
      {text && <div className="vh">{text}</div>}
    </div>
  )
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

/** How often the stage came to rest after scrolling. */
function useScrollCount(holder: RefObject<HTMLElement | null>) {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const scroller = holder.current?.closest('.stage__page')
    let timer: ReturnType<typeof setTimeout>
    function wait() {
      clearTimeout(timer)
      timer = setTimeout(() => setCount((now) => now + 1), REDRAW_AFTER_MS)
    }
    scroller?.addEventListener('scroll', wait, { passive: true })
    return () => {
      clearTimeout(timer)
      scroller?.removeEventListener('scroll', wait)
    }
  }, [holder])
  return count
}

/** The text of a page for screen readers, which cannot read a canvas. */
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
