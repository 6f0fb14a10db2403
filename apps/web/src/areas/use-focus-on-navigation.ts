import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Outside the hook, because going from one area to another is a navigation too. */
let lastPathname: string | undefined

/** Moves the focus to the new page's heading (or its main part) after a navigation. */
export function useFocusOnNavigation() {
  const { pathname } = useLocation()
  useEffect(() => {
    const first = lastPathname === undefined
    if (lastPathname === pathname) return
    lastPathname = pathname
    if (first) return
    const main = document.getElementById('main')
    const target = main?.querySelector<HTMLElement>('h1[tabindex]') ?? main
    target?.focus({ preventScroll: true })
  }, [pathname])
}
