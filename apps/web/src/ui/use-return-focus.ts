import { useState } from 'react'

/** The elements that opened the latest dialog and the one below it. */
let latest: Element[] = []

/**
 * Returns the focus when a dialog closes: to the element that opened it. When that does not exist any more, to the dialog or the
 * row of a list that it was in, or to the heading. A dialog that replaced another returns to the element that opened the first one.
 */
export function useReturnFocus() {
  const [{ around, row, openers }] = useState(() => {
    const here = document.activeElement ?? document.body
    const around = here.closest<HTMLElement>('[role="dialog"], [role="alertdialog"]')
    latest = around ? [here, ...latest] : [here]
    return { around, row: here.closest('li'), openers: latest }
  })
  const [before, ...earlier] = openers
  return () => {
    // Base UI may have remembered a heading inside that took the focus while the dialog opened.
    if (before?.isConnected) return before instanceof HTMLElement && before !== document.body ? before : true
    if (around?.isConnected) return around
    const inRow = row?.isConnected && row.querySelector<HTMLElement>('[tabindex="-1"], button, a[href]')
    if (inRow) return inRow
    const found = earlier.find((way) => way.isConnected) ?? document.querySelector('#main h1')
    return found instanceof HTMLElement ? found : true
  }
}
