import { useState } from 'react'

/**
 * Moves the focus between a button and the form that replaces it. The one that appears gets the focus, unless another
 * element has it or it is the first render.
 */
export function useToggleFocus() {
  const [hasToggled, setHasToggled] = useState(false)
  return { focusRef: hasToggled ? focusWhenLost : undefined, toggled: () => setHasToggled(true) }
}

/** A button that is removed leaves the focus to the body. */
function focusWhenLost(element: HTMLElement | null) {
  if (document.activeElement === document.body) element?.focus()
}
