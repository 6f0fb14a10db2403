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
  keepInView(item)
}

/** What loads above the item moves it. The person, who may want to look elsewhere, ends this with whatever they do. */
function keepInView(item: HTMLElement) {
  const scroll = () => item.scrollIntoView({ block: 'center' })
  scroll()
  const observer = new ResizeObserver(scroll)
  const listening = new AbortController()
  const options = { signal: listening.signal, capture: true, passive: true }
  const end = () => {
    observer.disconnect()
    listening.abort()
  }
  for (const act of ['wheel', 'touchstart', 'pointerdown', 'keydown', 'popstate'] as const)
    window.addEventListener(act, end, options)
  item.addEventListener('blur', end, options)
  setTimeout(end, MAX_HOLD_MS)
  observer.observe(document.body)
}
const MAX_HOLD_MS = 10_000
