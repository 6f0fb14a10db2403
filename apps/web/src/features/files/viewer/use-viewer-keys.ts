import { useEffect, useRef } from 'react'

/** Elements that handle keys themselves. */
const TAKES_KEYS =
  'input, textarea, select, video, audio, [contenteditable], [role="menu"], [role="radiogroup"], [role="dialog"]'

/**
 * Calls the action of a key (in lower case) that is pressed anywhere on the page. An action returns false to leave
 * the key to others and to the browser. Actions of the whole page come last, whatever was mounted first.
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
