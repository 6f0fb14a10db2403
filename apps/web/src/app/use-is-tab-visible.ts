import { useSyncExternalStore } from 'react'

export function useIsTabVisible() {
  return useSyncExternalStore(subscribe, isVisible, () => false)
}

const isVisible = () => !document.hidden

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
