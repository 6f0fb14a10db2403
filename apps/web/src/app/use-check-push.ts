import { useEffect } from 'react'
import { runWhenIdle } from './run-when-idle.ts'
import { type Area, storedPushOwner } from './stored.ts'

const CHECK_DELAY_MS = 4_000

/** Does nothing, and loads no code, in a browser where push was never switched on. */
export function useCheckPush(area: Area, personId: string, on: boolean, delayMs = CHECK_DELAY_MS) {
  useEffect(() => {
    const ownerId = storedPushOwner(area).read()
    if (!on || ownerId === undefined) return
    return runWhenIdle(async () => {
      try {
        const { checkPushSubscription, endBrowserSubscription } = await import('./push-subscription.ts')
        // Somebody else has signed in without the owner logging out, and must not see the owner's notifications.
        await (ownerId === personId ? checkPushSubscription(area) : endBrowserSubscription(area))
      } catch (error) {
        // The next start checks again.
        console.warn('Push could not be checked', error)
      }
    }, delayMs)
  }, [area, personId, on, delayMs])
}
