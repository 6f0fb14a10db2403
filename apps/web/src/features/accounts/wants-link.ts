/** The state of a link to the client login for somebody who knows that they have no link. */
export const WANTS_LINK = { wantsLink: true }

export function wantsLink(state: unknown) {
  return typeof state === 'object' && state !== null && 'wantsLink' in state
}
