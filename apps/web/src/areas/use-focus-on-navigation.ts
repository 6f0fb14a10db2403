import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Outside the hook, because going from one area to another is a navigation too. */
let lastPathname: string | undefined

/** Moves the focus to the new page's heading (or its main part) after a navigation. */
export function useFocusOnNavigation() {
  const { pathname, hash } = useLocation()
  useEffect(() => {
    const first = lastPathname === undefined
    if (lastPathname === pathname) return
    lastPathname = pathname
    // A tab keeps the focus, and what the address names takes it itself (use-hash-target.ts).
    const { activeElement } = document
    if (first || activeElement?.closest('.tabs') || (hash && activeElement?.id === hash.slice(1))) return
    const main = document.getElementById('main')
    const target = main?.querySelector<HTMLElement>('h1[tabindex]') ?? main
    target?.focus({ preventScroll: true })
  }, [pathname, hash])
}
