import { type RefObject, useLayoutEffect } from 'react'

/** A heading that had the focus disappears in the present update. */
let isPassedOn = false

/** A heading that replaces another, such as that of a page while it loads, takes over the focus of it. */
export function useHeadingFocus(heading: RefObject<HTMLHeadingElement | null>) {
  useLayoutEffect(() => {
    const { current } = heading
    if (isPassedOn && document.activeElement === document.body) current?.focus({ preventScroll: true })
    return () => {
      if (document.activeElement !== current) return
      isPassedOn = true
      // React mounts what comes in its place before this.
      queueMicrotask(() => {
        isPassedOn = false
      })
    }
  }, [heading])
}
