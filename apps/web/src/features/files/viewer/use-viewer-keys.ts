import { useEffect, useRef } from 'react'

/** What uses keys itself. */
const TAKES_KEYS =
  'input, textarea, select, video, audio, [contenteditable], [role="menu"], [role="radiogroup"], [role="dialog"]'

/** Calls the action of a key, named in lower case, that is pressed anywhere on the page. It answers false for what it leaves to the browser. */
export function useViewerKeys(actions: Record<string, () => unknown>) {
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
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
