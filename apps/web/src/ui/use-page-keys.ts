import { useEffect, useEffectEvent } from 'react'

/** Elements that handle keys themselves. */
const TAKES_KEYS =
  'input, textarea, select, video, audio, [contenteditable], [role="menu"], [role="radiogroup"], [role="dialog"]'

/**
 * Calls the action of a key (in lower case) that is pressed anywhere on the page. An action returns false to leave
 * the key to others and to the browser. Actions of the whole page come last, whatever was mounted first.
 */
export function usePageKeys(actions: Record<string, (event: KeyboardEvent) => unknown>, isWholePage = false) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event
    if (ctrlKey || metaKey || altKey || defaultPrevented) return
    if (target instanceof Element && target.closest(TAKES_KEYS)) return
    const action = actions[key.toLowerCase()]
    if (action && action(event) !== false) event.preventDefault()
  })
  useEffect(() => {
    const target: EventTarget = isWholePage ? window : document
    const listener = (event: Event) => press(event as KeyboardEvent)
    target.addEventListener('keydown', listener)
    return () => target.removeEventListener('keydown', listener)
  }, [isWholePage])
}
