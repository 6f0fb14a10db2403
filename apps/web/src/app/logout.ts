import { accounts, paths, portals } from '@portico/contract'
import { dismissToast, toast } from '../ui/toast.ts'
import { call } from './api.ts'
import { type Area, beginEnding, currentSession, endSession } from './session.ts'
import { storedPushOwner } from './stored.ts'
import { forgetTypedEmail } from './typed-email.ts'

const LOGOUT_DELAY_MS = 1_000
const NEXT_PORTAL_TIMEOUT_MS = 3_000

/** Ends the session on the server, and a second later in this browser, whatever the server answered. Other portals of a client stay. */
export async function logOut(area: Area) {
  const message = toast.info('Logging out...')
  const state = currentSession(area)
  const session = state.status === 'in' ? state.session : undefined
  beginEnding(area)
  // Another portal is entered by the session that is about to end.
  const { next, isLost } = session?.hasOtherPortals
    ? await enterNextPortal()
    : { next: undefined, isLost: false }
  const ending = isLost ? call(portals.leaveAll) : call(accounts.logout)
  ending.catch((error: unknown) => console.warn('Logging out on the server failed', error))
  const pushOwnerId = storedPushOwner(area).read()
  if (pushOwnerId !== undefined && (next === undefined || pushOwnerId === session?.ownerId)) endPush(area)
  setTimeout(() => {
    forgetTypedEmail()
    dismissToast(message)
    endSession(area, area === 'client' ? paths.clientLogin : paths.login, next)
  }, LOGOUT_DELAY_MS)
}

/**
 * Returns a token for another portal of this browser, while there is one. Logging out must not wait for a lost network: then the
 * other portals are lost, and their sessions must end too, because nobody could end them in this browser any more.
 */
async function enterNextPortal(): Promise<{ next: string | undefined; isLost: boolean }> {
  const signal = AbortSignal.timeout(NEXT_PORTAL_TIMEOUT_MS)
  try {
    const { portals: listed } = await call(portals.list, undefined, { signal })
    const other = listed.find(({ current }) => !current)
    if (!other) return { next: undefined, isLost: false }
    const { token } = await call(portals.enter, { params: { clientId: other.clientId } }, { signal })
    return { next: token, isLost: false }
  } catch (error) {
    console.warn('The other portals could not be kept', error)
    return { next: undefined, isLost: true }
  }
}

/**
 * The server has ended the subscription with the session. If it could not be reached, this makes the browser ignore
 * further pushes.
 */
async function endPush(area: Area) {
  try {
    const { endBrowserSubscription } = await import('./push-subscription.ts')
    await endBrowserSubscription(area)
  } catch (error) {
    console.warn('Push could not be ended in this browser', error)
  }
}
