import { useEffect, useRef } from 'react'

/** What uses keys itself. */
const TAKES_KEYS =
  'input, textarea, select, video, audio, [contenteditable], [role="menu"], [role="radiogroup"], [role="dialog"]'

/**
 * Calls the action of a key, named in lower case, that is pressed anywhere on the page. It answers false for what it leaves to
 * others and the browser. Those of the whole page come after all others, whenever these were mounted.
 */
export function useViewerKeys(actions: Record<string, () => unknown>, isWholePage = false) {
  const current = useRef(actions)
  useEffect(() => {
    current.current = actions
  })
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event
      if (ctrlKey || metaKey || altKey || defaultPrevented) return
      if (target instanceof Element && target.closest(TAKES_KEYS)) return
      const action = current.current[key.toLowerCase()]
      if (action && action() !== false) event.preventDefault()
    }
    const target = isWholePage ? window : document
    target.addEventListener('keydown', press as EventListener)
    return () => target.removeEventListener('keydown', press as EventListener)
  }, [isWholePage])
}
