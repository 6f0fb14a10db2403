import { accounts } from '@portico/contract'
import { dismissToast, toast } from '../ui/toast.ts'
import { call } from './api.ts'
import { type Area, beginEnding, endSession } from './session.ts'
import { storedPushOwner } from './stored.ts'
import { forgetTypedEmail } from './typed-email.ts'

const LOGOUT_DELAY_MS = 1_000

/** Ends the session on the server, and a second later in this browser, whatever the server answered. */
export function logOut(area: Area) {
  const message = toast.info('Logging out...')
  // The call has to read the token before the area begins to close.
  call(accounts.logout).catch((error: unknown) => console.warn('Logging out on the server failed', error))
  beginEnding(area)
  if (storedPushOwner(area).read() !== undefined) endPush(area)
  setTimeout(() => {
    forgetTypedEmail()
    dismissToast(message)
    endSession(area, area === 'client' ? '/client-login' : '/login')
  }, LOGOUT_DELAY_MS)
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
