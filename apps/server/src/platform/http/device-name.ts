import Bowser from 'bowser'

/** The name is put into an email, so an attacker must not choose its text freely. */
const SAFE_NAME = /^[\p{L}\p{N} +-]{1,60}$/u

/** Bowser is slow with very long headers. */
export const MAX_USER_AGENT_LENGTH = 300

/** A readable name such as `Firefox on macOS`; null when the header has none. */
export function deviceName(userAgent: string | null | undefined): string | null {
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_USER_AGENT_LENGTH))
  const name = [browser.name, os.name].filter(Boolean).join(' on ')
  return SAFE_NAME.test(name) ? name : null
}
