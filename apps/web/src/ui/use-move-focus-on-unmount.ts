import { useLayoutEffect, useRef } from 'react'

/** When an element disappears that has the focus in it, the focus goes to the element that `findNext` finds. */
export function useMoveFocusOnUnmount<T extends HTMLElement>(
  findNext: (removed: T) => Element | null | undefined,
) {
  const ref = useRef<T>(null)
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      const next = element?.contains(document.activeElement) && findNext(element)
      if (next instanceof HTMLElement) next.focus()
    }
  }, [findNext])
  return ref
}
