import { portals } from '@portico/contract'
import { useEffect } from 'react'
import { call } from './api.ts'
import { runWhenIdle } from './run-when-idle.ts'
import { currentSession } from './session.ts'
import { isSamePerson } from './session-storage.ts'
import { type Area, storedPushOwner } from './stored.ts'

const CHECK_DELAY_MS = 4_000

/** Does nothing, and loads no code, in a browser where push was never switched on. */
export function useCheckPush(area: Area, sessionOwner: string, on: boolean, delayMs = CHECK_DELAY_MS) {
  useEffect(() => {
    const ownerId = storedPushOwner(area).read()
    if (!on || ownerId === undefined) return
    return runWhenIdle(async () => {
      try {
        const { checkPushSubscription, endBrowserSubscription } = await import('./push-subscription.ts')
        if (ownerId === sessionOwner) await checkPushSubscription(area)
        // The subscription belongs to the session in another workspace of theirs.
        else if (isSamePerson(ownerId, sessionOwner)) return
        // Somebody else has signed in without the owner logging out, and must not see the owner's notifications.
        else if (!(await hasPortalOf(ownerId))) await endBrowserSubscription(area)
      } catch (error) {
        // The next start checks again.
        console.warn('Push could not be checked', error)
      }
    }, delayMs)
  }, [area, sessionOwner, on, delayMs])
}

/** Whether it is the same client in another portal of this browser. */
async function hasPortalOf(clientId: string) {
  const state = currentSession('client')
  if (state.status !== 'in' || !state.session.hasOtherPortals) return false
  return (await call(portals.list)).portals.some((portal) => portal.clientId === clientId)
}
