import { type RefObject, useEffect, useState } from 'react'

const callbacks = new Map<Element, (isNear: boolean) => void>()
let observer: IntersectionObserver | undefined

/** Whether an element is in or near the viewport. An element with the focus always counts as near. */
export function useIsNear(element: RefObject<Element | null>, initially: boolean) {
  const [isNear, setNear] = useState(initially)
  useEffect(() => {
    const watched = element.current
    if (!watched) return
    observer ??= new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) callbacks.get(target)?.(isIntersecting)
      },
      // `scrollMargin` is needed because the list scrolls, not the window. Browsers without it fill rows when they
      // come into view.
      { scrollMargin: '800px' } as IntersectionObserverInit,
    )
    callbacks.set(watched, (isIntersecting) =>
      setNear(isIntersecting || watched.contains(document.activeElement)),
    )
    observer.observe(watched)
    return () => {
      observer?.unobserve(watched)
      callbacks.delete(watched)
      if (callbacks.size === 0) observer = undefined
    }
  }, [element])
  return isNear
}
