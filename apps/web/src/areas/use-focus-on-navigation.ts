import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Outside the hook, because a navigation may lead from one area to another. */
let lastPathname: string | undefined

/** Moves the focus to the new page's heading (or its main part) after a navigation. */
export function useFocusOnNavigation() {
  const { pathname, hash } = useLocation()
  useEffect(() => {
    const first = lastPathname === undefined
    if (lastPathname === pathname) return
    lastPathname = pathname
    // A tab keeps the focus, and use-hash-target.ts focuses the element that the address names.
    const { activeElement } = document
    if (first || activeElement?.closest('.tabs') || (hash && activeElement?.id === hash.slice(1))) return
    const main = document.getElementById('main')
    const target = main?.querySelector<HTMLElement>('h1[tabindex]') ?? main
    target?.focus({ preventScroll: true })
  }, [pathname, hash])
}
