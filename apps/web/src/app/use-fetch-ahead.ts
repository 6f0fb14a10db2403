import { useEffect } from 'react'
import { loadConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { runWhenIdle } from './run-when-idle.ts'

declare global {
  interface Window {
    /** React Router's list of routes. */
    __reactRouterManifest?: {
      routes: Record<string, { parentId?: string; module: string; css?: string[] }>
    }
  }
}

/**
 * Fetches the code of an area's other pages, one after the other and after everything else, and then that of dialogs and
 * panels, so that they open although the network has gone. React Router's own way (`prefetch`) asks for all at once while
 * the page still loads.
 */
export function useFetchAhead(area: string) {
  useEffect(() => {
    let left = false
    async function fetchPages() {
      const routes = Object.values(window.__reactRouterManifest?.routes ?? {})
      for (const { parentId, module, css = [] } of routes) {
        if (left) return
        if (parentId !== area) continue
        // What does not come now is asked for again when it is needed.
        await Promise.allSettled([import(/* @vite-ignore */ module), ...css.map((href) => fetch(href))])
      }
      if (!left) await Promise.allSettled([loadConfirmDialog(), import('../ui/Panel.tsx')])
    }
    let giveUp = () => {}
    // Not beside what the page itself reads.
    const timer = setTimeout(() => {
      giveUp = runWhenIdle(fetchPages)
    }, 1_000)
    return () => {
      left = true
      clearTimeout(timer)
      giveUp()
    }
  }, [area])
}
