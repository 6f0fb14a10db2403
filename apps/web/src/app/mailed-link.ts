import { useSyncExternalStore } from 'react'

export type MailedPage = 'client-login' | 'reset-password' | 'confirm-email' | 'chat-mail'

const subscribeToNothing = () => () => {}

/** The token this page was opened with. Undefined in prerendered HTML; empty when there is none. */
export function useMailedLink(page: MailedPage) {
  return useSyncExternalStore(
    subscribeToNothing,
    () => mailedToken(page),
    () => undefined,
  )
}

export function mailedToken(page: MailedPage) {
  return (window.porticoLink?.page === page && window.porticoLink.token) || ''
}

/** An email about messages leads on to them. */
export const leadsToChat = () => window.porticoLink?.to === 'chat'

/** Once used or refused, a return to the page in this tab must not use it again. */
export function clearMailedLink() {
  window.porticoLink = null
}
