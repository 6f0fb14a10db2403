import { useEffect, useEffectEvent } from 'react'

/** Shorter movements of a mouse are clicks. */
export const MIN_DRAG_PX = 4

/** Elements that do something else when they are clicked. */
const CONTROLS = 'button, a, input, select, label, .pins__target'

/** Fractions of the contents, from the top left. */
interface Position {
  x: number
  y: number
}

/**
 * Calls `onClick` for clicks and taps in an area: with the position on its contents, or without one beside them. Dragging,
 * pinching, double clicks and selecting text are no clicks.
 */
export function useClicks(
  area: Element | null | undefined,
  contents: Element | null,
  onClick: (position: Position | undefined) => void,
) {
  const report = useEffectEvent(onClick)
  useEffect(() => {
    if (!area || !contents) return
    let from: Position | undefined
    let isDrag = false
    const stop = new AbortController()
    const listen = <Name extends 'pointerdown' | 'pointermove' | 'click'>(
      name: Name,
      listener: (event: HTMLElementEventMap[Name]) => void,
    ) => area.addEventListener(name, listener as EventListener, { signal: stop.signal })

    listen('pointerdown', ({ isPrimary, clientX: x, clientY: y }) => {
      // A second finger pinches.
      if (!isPrimary) isDrag = true
      else [from, isDrag] = [{ x, y }, false]
    })
    listen('pointermove', ({ pointerType, buttons, clientX, clientY }) => {
      // The browser decides how far a finger may move.
      if (pointerType !== 'mouse' || buttons === 0 || !from) return
      if (Math.hypot(clientX - from.x, clientY - from.y) >= MIN_DRAG_PX) isDrag = true
    })
    listen('click', ({ target, detail, clientX, clientY, defaultPrevented }) => {
      const isControl = target instanceof Element && target.closest(CONTROLS)
      if (isControl || isDrag || detail > 1 || defaultPrevented) return
      if (getSelection()?.isCollapsed === false) return
      const box = contents.getBoundingClientRect()
      const x = (clientX - box.left) / box.width
      const y = (clientY - box.top) / box.height
      report(x >= 0 && x <= 1 && y >= 0 && y <= 1 ? { x: round(x), y: round(y) } : undefined)
    })
    return () => stop.abort()
  }, [area, contents])
}

/** Four decimals are a hundredth of a millimetre on paper. */
export const round = (fraction: number) => Math.round(fraction * 10_000) / 10_000
