import { useState } from 'react'

/** The elements that opened the latest dialog and the one below it. */
let latest: Element[] = []

/**
 * Returns the focus when a dialog closes: to the element that opened it, or to the heading when that does not exist any
 * more. A dialog that replaced another returns to the element that opened the first one.
 */
export function useReturnFocus() {
  const [[before, ...earlier]] = useState(() => {
    const here = document.activeElement ?? document.body
    latest = here.closest('[role="dialog"], [role="alertdialog"]') ? [here, ...latest] : [here]
    return latest
  })
  return () => {
    // Base UI may have remembered a heading inside that took the focus while the dialog opened.
    if (before?.isConnected) return before instanceof HTMLElement && before !== document.body ? before : true
    const found = earlier.find((way) => way.isConnected) ?? document.querySelector('#main h1')
    return found instanceof HTMLElement ? found : true
  }
}
