import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

interface List {
  data: unknown
  hasNextPage: boolean
  isFetching: boolean
  fetchNextPage: () => unknown
}

/**
 * Scrolls to the item of a list that the address names (`#feedback-…`) and moves the focus to it, as soon as it has loaded.
 * It may be on a later page of the list.
 */
export function useHashTarget(prefix: string, { data, hasNextPage, isFetching, fetchNextPage }: List) {
  const { hash, key } = useLocation()
  const shown = useRef<string>(undefined)
  useEffect(() => {
    if (!data || shown.current === key || !hash.startsWith(`#${prefix}-`)) return
    const item = document.getElementById(hash.slice(1))
    if (item) {
      return whenVisible(item, () => {
        shown.current = key
        focusOnce(item)
      })
    }
    if (hasNextPage && !isFetching) fetchNextPage()
  }, [prefix, hash, key, data, hasNextPage, isFetching, fetchNextPage])
}

/**
 * A loading list above the item may hide it (files.css), and hidden elements cannot be focused. Returns a function
 * that stops waiting.
 */
function whenVisible(item: HTMLElement, act: () => void) {
  const isVisible = () => getComputedStyle(item).visibility === 'visible'
  if (isVisible()) return act()
  const observer = new MutationObserver(() => {
    if (!isVisible()) return
    observer.disconnect()
    act()
  })
  observer.observe(document.body, { subtree: true, attributeFilter: ['aria-busy'] })
  return () => observer.disconnect()
}

/** Removed again, or each click would focus and outline the row. */
function focusOnce(item: HTMLElement) {
  item.tabIndex = -1
  item.addEventListener('blur', () => item.removeAttribute('tabindex'), { once: true })
  item.focus({ preventScroll: true })
  item.scrollIntoView({ block: 'center' })
}
