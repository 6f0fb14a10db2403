import { type RefObject, useEffect, useEffectEvent } from 'react'

const MIN_SWIPE_PX = 60

/** What is zoomed so far that it scrolls sideways is scrolled by a finger, not swiped. */
const SCROLLERS = '.stage__page, .stage__text, .stage__player, .stage__message'

export function isScrolledSideways(scroller: Element) {
  return scroller.scrollWidth > scroller.clientWidth
}

/** Calls `onSwipe` for a swipe of one finger over the contents of a file, until one says that it has followed it. */
export function useSwipe(within: RefObject<HTMLElement | null>, onSwipe: (by: 1 | -1) => boolean) {
  const report = useEffectEvent(onSwipe)
  useEffect(() => {
    const element = within.current
    if (!element) return
    let from: Touch | undefined
    function start({ touches, target }: TouchEvent) {
      const scroller = target instanceof Element && target.closest(SCROLLERS)
      const isSwipe = touches.length === 1 && scroller && !isScrolledSideways(scroller)
      const isControl = target instanceof Element && target.closest('input')
      from = isSwipe && !isControl ? touches[0] : undefined
    }
    function end(event: TouchEvent) {
      const [last] = event.changedTouches
      if (!from || !last || event.defaultPrevented) return
      const [across, down] = [last.clientX - from.clientX, last.clientY - from.clientY]
      const isSwipe = Math.abs(across) > MIN_SWIPE_PX && Math.abs(across) > 2 * Math.abs(down)
      if (isSwipe && report(across < 0 ? 1 : -1)) event.preventDefault()
      from = undefined
    }
    const stop = new AbortController()
    element.addEventListener('touchstart', start, { passive: true, signal: stop.signal })
    element.addEventListener('touchend', end, { signal: stop.signal })
    return () => stop.abort()
  }, [within])
}
