import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Outlives the areas: going from one to another is a navigation too. */
let lastPathname: string | undefined

/** After a navigation the focus stands at the new page's heading (or its main part), as after a full load. */
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
