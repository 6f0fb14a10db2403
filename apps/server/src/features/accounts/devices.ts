import Bowser from 'bowser'

/** `Firefox on macOS`, as a person would call what they signed in with; null when it did not say. */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent)
  return [browser.name, os.name].filter(Boolean).join(' on ') || null
}
