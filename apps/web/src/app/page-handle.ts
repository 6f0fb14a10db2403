import type { ReactNode } from 'react'
import { useMatches } from 'react-router'

/** What a page exports as `handle`. */
export interface PageHandle {
  /** It is prerendered without scripts. Reached from a page with scripts, React renders it. */
  still?: boolean
  /** It has the whole window, without sidebar and top bar. */
  fillsWindow?: boolean
  /** In the prerendered HTML, until the scripts have read the session. It reads no session, data, address or clock. */
  skeleton?: ReactNode
}

/** The handle of the page on screen, together with that of a layout around it. */
export function usePageHandle(): PageHandle {
  return Object.assign({}, ...useMatches().map(({ handle }) => handle))
}
