import { useEffect } from 'react'
import { loadConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { runWhenIdle } from './run-when-idle.ts'

/**
 * Fetches the code of an area's other pages, one after the other, and then that of dialogs and panels, so that they open
 * without a network too. React Router's `PrefetchPageLinks` reloads the page when a file does not come.
 */
export function useFetchAhead(paths: string[], loadPalette: () => Promise<unknown>) {
  useEffect(() => {
    let isCancelled = false

    async function fetchCode() {
      for (const path of paths) {
        // A failure is ignored: the code is requested again when it is needed.
        for (const script of await findScripts(path).catch(() => [])) {
          if (isCancelled) return
          await import(/* @vite-ignore */ script).catch(() => {})
        }
      }
      if (!isCancelled) {
        await Promise.allSettled([loadPalette(), loadConfirmDialog(), import('../ui/Panel.tsx')])
      }
    }

    const cancelStart = runWhenIdle(fetchCode)
    return () => {
      isCancelled = true
      cancelStart()
    }
  }, [paths, loadPalette])
}

/** The prerendered HTML of every page names its scripts. */
async function findScripts(path: string) {
  const html = await (await fetch(path)).text()
  const page = new DOMParser().parseFromString(html, 'text/html')
  return [...page.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(({ href }) => href)
}
