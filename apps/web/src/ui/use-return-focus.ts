import { useState } from 'react'

/** From where the latest was opened, and from where that was. */
let latest: Element[] = []

/**
 * Where the focus goes when something closes: back to where it was, or to the heading when that is no longer there.
 * What one panel or dialog has opened in its own place goes back to where that one was opened from.
 */
export function useReturnFocus() {
  const [[before, ...earlier]] = useState(() => {
    const here = document.activeElement ?? document.body
    latest = here.closest('[role="dialog"], [role="alertdialog"]') ? [here, ...latest] : [here]
    return latest
  })
  return () => {
    // Named, because what Base UI remembers may be a heading inside that took the focus while this opened.
    if (before?.isConnected) return before instanceof HTMLElement && before !== document.body ? before : true
    const found = earlier.find((way) => way.isConnected) ?? document.querySelector('#main h1')
    return found instanceof HTMLElement ? found : true
  }
}
