import { useDeferredValue } from 'react'

/**
 * Whether to show a skeleton. React renders what follows it in slices, so that a phone answers touches meanwhile. A store,
 * such as the session or a query, would have it rendered in one piece.
 */
export function useSkeleton(isLoading: boolean) {
  const wasLoading = useDeferredValue(isLoading)
  return isLoading || wasLoading
}
