import { useState } from 'react'

/** Where the focus goes when something closes: back to where it was, or to the heading when that is no longer there. */
export function useFocusBack() {
  const [before] = useState(() => document.activeElement)
  return () => before?.isConnected || document.querySelector<HTMLElement>('#main h1') || true
}
