import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** The token this page was opened with: undefined until a browser can say, empty when there is none. */
export function useLoginLink() {
  return useSyncExternalStore(
    neverChanges,
    () => window.porticoLink ?? '',
    () => undefined,
  )
}

/** Used or refused: whoever comes back to the page in this tab comes without it. */
export function forgetLoginLink() {
  window.porticoLink = null
}
