import { useEffect, useEffectEvent, useRef } from 'react'

/** A pointer this near to an edge of the window scrolls. The top bar covers the upper edge. */
const SCROLL_ZONE_PX = { top: 110, bottom: 90 }
const SCROLL_STEP_PX = 12

interface Drag {
  /** Called in each frame, because the list may scroll under a resting pointer. */
  onFrame: (pointerY: number) => void
  onCancel: () => void
}

/** While something is dragged, calls `onFrame` and scrolls the window near its edges. Escape cancels. */
export function useDrag(isDragging: boolean, { onFrame, onCancel }: Drag) {
  const pointerY = useRef(0)
  const frameAt = useEffectEvent(onFrame)
  const cancel = useEffectEvent(onCancel)

  useEffect(() => {
    if (!isDragging) return
    let frame = requestAnimationFrame(function step() {
      const y = pointerY.current
      if (y < SCROLL_ZONE_PX.top) window.scrollBy(0, -SCROLL_STEP_PX)
      if (y > window.innerHeight - SCROLL_ZONE_PX.bottom) window.scrollBy(0, SCROLL_STEP_PX)
      frameAt(y)
      frame = requestAnimationFrame(step)
    })
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && cancel()
    window.addEventListener('keydown', onKeyDown)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [isDragging])

  return {
    setPointerY(y: number) {
      pointerY.current = y
    },
  }
}
