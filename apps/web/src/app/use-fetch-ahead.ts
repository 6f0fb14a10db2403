import { useEffect } from 'react'
import { loadConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { runWhenIdle } from './run-when-idle.ts'

declare global {
  interface Window {
    /** React Router's list of routes. */
    __reactRouterManifest?: { routes: Record<string, { parentId?: string; module: string }> }
  }
}

/** So long after a page has appeared, so that its own reads come first. */
const START_DELAY_MS = 1_000

/**
 * Fetches the code of an area's other pages, one after the other, and then that of dialogs and panels, so that they open
 * without a network too. React Router's `PrefetchPageLinks` reloads the page when a file does not come.
 */
export function useFetchAhead(area: string) {
  useEffect(() => {
    let isCancelled = false
    let cancelIdle = () => {}

    async function fetchCode() {
      for (const { parentId, module } of Object.values(window.__reactRouterManifest?.routes ?? {})) {
        if (isCancelled) return
        // A module that fails to load now is requested again when it is needed.
        if (parentId === area) await import(/* @vite-ignore */ module).catch(() => {})
      }
      if (!isCancelled) await Promise.allSettled([loadConfirmDialog(), import('../ui/Panel.tsx')])
    }

    const timer = setTimeout(() => {
      cancelIdle = runWhenIdle(fetchCode)
    }, START_DELAY_MS)
    return () => {
      isCancelled = true
      clearTimeout(timer)
      cancelIdle()
    }
  }, [area])
}
