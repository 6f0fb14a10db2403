import { useEffect } from 'react'
import { runWhenIdle } from './run-when-idle.ts'
import { type Area, storedPushOwner } from './stored.ts'

const CHECK_DELAY_MS = 4_000

/** Only where this person has switched push on in this browser: for others its code is not loaded. */
export function useCheckPush(area: Area, ownerId: string, on: boolean) {
  useEffect(() => {
    if (!on || storedPushOwner(area).read() !== ownerId) return
    return runWhenIdle(async () => {
      try {
        const { checkPushSubscription } = await import('./push-subscription.ts')
        await checkPushSubscription(area)
      } catch (error) {
        // The next start checks again.
        console.warn('Push could not be checked', error)
      }
    }, CHECK_DELAY_MS)
  }, [area, ownerId, on])
}
