import { useSyncExternalStore } from 'react'
import { createPath, useNavigation } from 'react-router'

/** The path of a page whose code could not be loaded without a network. */
export function usePathWaitingForNetwork() {
  const { state, location } = useNavigation()
  const isOnline = useSyncExternalStore(
    subscribeToNetworkLoss,
    () => navigator.onLine,
    () => true,
  )
  return state === 'loading' && !isOnline ? createPath(location) : undefined
}

/** The state stays when the network is back, because AreaError then loads the page. */
function subscribeToNetworkLoss(listener: () => void) {
  window.addEventListener('offline', listener)
  return () => window.removeEventListener('offline', listener)
}

/**
 * React Router reloads the document when the code of a page does not load. Without a network that would end on the browser's
 * own error page, so the area stays and says what it waits for. A reload by the person is their own choice.
 */
function cancelReloadWithoutNetwork(event: NavigateEvent) {
  if (event.navigationType === 'reload' && !event.userInitiated && !navigator.onLine) event.preventDefault()
}

// Browsers that do not have the Navigation API yet show their own error page.
if (typeof window !== 'undefined') window.navigation?.addEventListener('navigate', cancelReloadWithoutNetwork)
