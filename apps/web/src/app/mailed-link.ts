import { useSyncExternalStore } from 'react'

export type MailedPage = 'client-login' | 'reset-password' | 'confirm-email' | 'chat-mail'

const subscribeToNothing = () => () => {}

/** The token this page was opened with: undefined until a browser can say, empty when there is none. */
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

/** Used or refused: whoever comes back to the page in this tab comes without it. */
export function clearMailedLink() {
  window.porticoLink = null
}
