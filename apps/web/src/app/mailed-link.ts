import { isFreelancerPath, isPortalPath, PORTAL_PATH } from '@portico/contract'
import { useSyncExternalStore } from 'react'

export type MailedPage =
  | 'client-login'
  | 'reset-password'
  | 'confirm-email'
  | 'confirm-new-email'
  | 'undo-email'
  | 'invitation'
  | 'chat-mail'
  | 'unsubscribe'
  | 'email-settings'

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

/** The page of the client area that a login link opens. */
export function mailedDestination() {
  const to = window.porticoLink?.to
  const path = `${PORTAL_PATH}/${to}`
  return to && isPortalPath(path) ? path : undefined
}

/** The page of the freelancer's area that a link leads on to. */
export function mailedFreelancerPath() {
  const to = window.porticoLink?.to
  return to && isFreelancerPath(to) ? to : undefined
}

/** The kind of email from which a link unsubscribes. */
export const mailedTopic = () => (window.porticoLink?.to === 'messages' ? 'messages' : 'work')

/** Once used or refused, a return to the page in this tab must not use it again. */
export function clearMailedLink() {
  window.porticoLink = null
}
