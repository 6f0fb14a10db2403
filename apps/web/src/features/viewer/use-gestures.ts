import { useEffect, useLayoutEffect, useRef } from 'react'
import { MIN_DRAG_PX } from '../notes/use-clicks.ts'
import { distance, fractionAt, middle, type Point } from './stage-geometry.ts'
import type { Stage } from './use-zoom.ts'

/** The wheel delta that doubles the scale. A mouse sends steps of 100, a touchpad small ones. */
const WHEEL_FOR_TWICE = 200
const MAX_WHEEL = 60

type Watch = (element: HTMLElement, current: { current: Stage }, signal: AbortSignal) => void

/** Pinching and the wheel with Ctrl zoom, a mouse drags. One finger scrolls by itself. */
export function useGestures(stage: Stage) {
  const current = useRef(stage)
  useLayoutEffect(() => {
    current.current = stage
  })
  const { scroller } = stage
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const stop = new AbortController()
    for (const watch of [watchWheel, watchFingers, watchMouse]) watch(element, current, stop.signal)
    return () => stop.abort()
  }, [scroller])
}

const watchWheel: Watch = (element, current, signal) => {
  function zoom(event: WheelEvent) {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    const delta = Math.max(-MAX_WHEEL, Math.min(MAX_WHEEL, event.deltaY))
    current.current.zoomBy(2 ** (-delta / WHEEL_FOR_TWICE), { x: event.clientX, y: event.clientY })
  }
  // Passive listeners cannot keep the browser from zooming the whole page.
  element.addEventListener('wheel', zoom, { passive: false, signal })
}

const watchFingers: Watch = (element, current, signal) => {
  let pinch: { distance: number; scale: number; fraction: Point } | undefined

  function start(event: TouchEvent) {
    const [one, other] = fingersOf(event)
    const { scale, leaf } = current.current
    const box = leaf.current?.getBoundingClientRect()
    if (!one || !other || !box || scale === undefined) return
    event.preventDefault()
    pinch = { distance: distance(one, other), scale, fraction: fractionAt(middle(one, other), box) }
  }
  function move(event: TouchEvent) {
    const [one, other] = fingersOf(event)
    if (!pinch || !one || !other) return
    if (event.cancelable) event.preventDefault()
    const factor = distance(one, other) / pinch.distance
    current.current.zoomTo(pinch.scale * factor, middle(one, other), pinch.fraction)
  }
  function end(event: TouchEvent) {
    if (event.touches.length < 2) pinch = undefined
  }

  element.addEventListener('touchstart', start, { passive: false, signal })
  element.addEventListener('touchmove', move, { passive: false, signal })
  element.addEventListener('touchend', end, { signal })
  element.addEventListener('touchcancel', end, { signal })
}

const fingersOf = ({ touches }: TouchEvent) =>
  Array.from(touches, ({ clientX: x, clientY: y }): Point => ({ x, y }))

const watchMouse: Watch = (element, _current, signal) => {
  let from: (Point & { left: number; top: number }) | undefined
  let isDragging = false

  function start({ pointerType, button, target, clientX: x, clientY: y }: PointerEvent) {
    if (pointerType !== 'mouse' || button !== 0) return
    if (target instanceof Element && target.closest('button, a')) return
    from = { x, y, left: element.scrollLeft, top: element.scrollTop }
  }
  function move({ clientX: x, clientY: y, pointerId }: PointerEvent) {
    if (!from || (!isDragging && distance(from, { x, y }) < MIN_DRAG_PX)) return
    if (!isDragging) element.setPointerCapture(pointerId)
    isDragging = true
    element.scrollLeft = from.left + from.x - x
    element.scrollTop = from.top + from.y - y
  }
  function end() {
    from = undefined
    isDragging = false
  }

  element.addEventListener('pointerdown', start, { signal })
  element.addEventListener('pointermove', move, { signal })
  element.addEventListener('pointerup', end, { signal })
  element.addEventListener('pointercancel', end, { signal })
}
