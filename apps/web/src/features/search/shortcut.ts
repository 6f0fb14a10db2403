const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

/** As `aria-keyshortcuts` wants it. */
export const SHORTCUT = isApple ? 'Meta+K' : 'Control+K'
export const shortcutText = isApple ? '⌘K' : 'Ctrl K'

/** ⌘K on Apple's devices, where Ctrl K cuts the line off, and Ctrl K elsewhere. */
export function isShortcut({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) {
  if (shiftKey || altKey || (isApple ? ctrlKey || !metaKey : metaKey || !ctrlKey)) return false
  // The key of a layout without Latin letters.
  return key.toLowerCase() === 'k' || (code === 'KeyK' && !/^[a-z]$/i.test(key))
}
