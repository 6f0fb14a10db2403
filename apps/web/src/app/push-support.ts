import { useSyncExternalStore } from 'react'

export type PushSupport =
  | 'available'
  /** The person, or an administrator, has forbidden it for this site. */
  | 'blocked'
  /** On iPhones and iPads only apps on the Home Screen may. */
  | 'needs-home-screen'
  | 'missing'

export function readPushSupport(): PushSupport {
  if ('PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator)
    return Notification.permission === 'denied' ? 'blocked' : 'available'
  return (navigator as { standalone?: boolean }).standalone === false ? 'needs-home-screen' : 'missing'
}

/** Follows the permission, which people change beside the address bar; afterwards the page gets the focus back. */
export function usePushSupport() {
  return useSyncExternalStore(subscribe, readPushSupport, () => 'available' as const)
}

function subscribe(listener: () => void) {
  window.addEventListener('focus', listener)
  document.addEventListener('visibilitychange', listener)
  return () => {
    window.removeEventListener('focus', listener)
    document.removeEventListener('visibilitychange', listener)
  }
}
