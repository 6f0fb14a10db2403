import Bowser from 'bowser'

/** What browsers and systems are called. Somebody else's password could be used to send them any other text. */
const PLAIN_NAME = /^[\p{L}\p{N} +-]{1,60}$/u

/** Of what a program says of itself; Bowser takes long over names without end. */
export const MAX_USER_AGENT_LENGTH = 300

/** `Firefox on macOS`, as a person would call what they signed in with; null when it did not say. */
export function deviceOf(userAgent: string | null | undefined): string | null {
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_USER_AGENT_LENGTH))
  const name = [browser.name, os.name].filter(Boolean).join(' on ')
  return PLAIN_NAME.test(name) ? name : null
}
