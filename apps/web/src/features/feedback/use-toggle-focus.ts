import { useState } from 'react'

/**
 * Moves the focus between a button and the form that takes its place: whichever appears gets the focus, unless it is elsewhere
 * meanwhile. What stands there from the start does not take it.
 */
export function useToggleFocus() {
  const [hasToggled, setHasToggled] = useState(false)
  return { focusRef: hasToggled ? focusWhenLost : undefined, toggled: () => setHasToggled(true) }
}

/** A button that is removed leaves the focus to the body. */
function focusWhenLost(element: HTMLElement | null) {
  if (document.activeElement === document.body) element?.focus()
}
