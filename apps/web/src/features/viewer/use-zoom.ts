import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { fractionAt, type Point, type Size, scaleFor, ZOOM_STEP, type Zoom } from './stage-geometry.ts'

/** A position in the content (as fractions) that stays at a point of the window. */
interface Anchor {
  fraction: Point
  point: Point
}

export interface Stage {
  /** The scrolling element. */
  scroller: RefObject<HTMLDivElement | null>
  /** The element with the content, whose size follows the scale. */
  leaf: RefObject<HTMLDivElement | null>
  /** Undefined until the window has been measured. */
  scale: number | undefined
  zoom: Zoom
  /** Keeps the position at this point; by default in the middle of the window. */
  zoomTo: (zoom: Zoom, point?: Point, fraction?: Point) => void
  zoomBy: (factor: number, point?: Point) => void
}

/** The zoom of a stage whose content has this size, and how it scrolls meanwhile. */
export function useZoom(content: Size | undefined, maxFit: number): Stage {
  const scroller = useRef<HTMLDivElement>(null)
  const leaf = useRef<HTMLDivElement>(null)
  const viewport = useContentBox(scroller)
  const [{ zoom, anchor }, setState] = useState<{ zoom: Zoom; anchor?: Anchor }>({ zoom: 'whole' })
  const scale = viewport && content && scaleFor(zoom, { content, viewport, maxFit })
  const currentScale = useRef(scale)
  currentScale.current = scale

  const zoomTo = useCallback((to: Zoom, at?: Point, fraction?: Point) => {
    const point = at ?? centreOf(scroller.current)
    const box = leaf.current?.getBoundingClientRect()
    setState({ zoom: to, anchor: box && point && { fraction: fraction ?? fractionAt(point, box), point } })
  }, [])
  const zoomBy = useCallback(
    (factor: number, at?: Point) => currentScale.current && zoomTo(currentScale.current * factor, at),
    [zoomTo],
  )

  useLayoutEffect(() => {
    const box = leaf.current?.getBoundingClientRect()
    if (!anchor || !box || !scroller.current) return
    const { fraction, point } = anchor
    scroller.current.scrollLeft += box.left + fraction.x * box.width - point.x
    scroller.current.scrollTop += box.top + fraction.y * box.height - point.y
  }, [anchor])

  return { scroller, leaf, scale, zoom, zoomTo, zoomBy: zoomBy as Stage['zoomBy'] }
}

export const zoomIn = ({ zoomBy }: Stage) => zoomBy(ZOOM_STEP)
export const zoomOut = ({ zoomBy }: Stage) => zoomBy(1 / ZOOM_STEP)

function centreOf(element: HTMLElement | null): Point | undefined {
  const box = element?.getBoundingClientRect()
  return box && { x: box.left + box.width / 2, y: box.top + box.height / 2 }
}

/** The size of an element without its padding. */
function useContentBox(ref: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState<Size>()
  useEffect(() => {
    if (!ref.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return
      const { width, height } = entry.contentRect
      if (width > 0 && height > 0) setSize({ width, height })
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref])
  return size
}
