import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** After a navigation the focus stands at the new page's heading (or its main part), as after a full load. */
export function useFocusOnNavigation() {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const main = document.getElementById('main')
    const target = main?.querySelector<HTMLElement>('h1[tabindex]') ?? main
    target?.focus({ preventScroll: true })
  }, [pathname])
}
